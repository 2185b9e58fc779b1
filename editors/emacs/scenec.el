;;; scenec.el --- scenes in Emacs, through eglot  -*- lexical-binding: t -*-

;; Emacs 26.3 with eglot, or Emacs 29.  (require 'scenec) in the init file.

;;; Code:

(require 'prog-mode)

(defgroup scenec nil "SwiftUI scenes." :group 'languages)

(defcustom scenec-program "scenec" "The scenec program." :type 'string)

(defvar scenec-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "Comments and strings of scenes.")

(defvar scenec-font-lock-keywords
  (list
   (cons "@[A-Za-z_][A-Za-z0-9_]*" 'font-lock-preprocessor-face)
   (cons "#[A-Za-z_][A-Za-z0-9_]*" 'font-lock-preprocessor-face)
   (cons (regexp-opt
          '("struct" "class" "enum" "protocol" "extension" "func" "var" "let" "init" "import" "static" "private"
            "if" "else" "guard" "switch" "case" "default" "for" "in" "while" "return" "some" "any" "where" "try"
            "await" "throw" "do" "catch" "defer" "break" "continue" "typealias" "mutating")
          'words)
         'font-lock-keyword-face)
   (cons (regexp-opt '("true" "false" "nil" "self" "Self") 'words) 'font-lock-constant-face)
   (cons "\\_<[A-Z][A-Za-z0-9_]*\\_>" 'font-lock-type-face))
  "Colours of scenes where no other mode is installed.")

;;;###autoload
(define-derived-mode scenec-mode prog-mode "Scene"
  "Major mode for SwiftUI scenes."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4)
  (setq-local font-lock-defaults '(scenec-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.scene\\'" . scenec-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons '(scenec-mode swift-mode)
                     (lambda (&rest _) (list scenec-program "lsp")))))

(provide 'scenec)
;;; scenec.el ends here
