#!/usr/bin/env python3
"""Real editors against `scenec lsp`: headless Neovim and Emacs (eglot) open a scene, get its findings, complete, rename,
format and apply a fix; then every advertised request is sent by a client of its own, or by pytest-lsp's if it is there.

usage: editors/test-clients.py [SCENEC]      (the program; default: the newest build of this checkout)
Editors that are not installed are named and left out. Exit status 1 if a step fails."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.abspath(__file__))

SCENE = """import SwiftUI

struct Card: View {
    let titel = "a"
    @State private var isOpen = false

    var body: some View {
        VStack {
            Text(title)
            Toggle("open", isOn: $isOpen)
        }
   .padding( 8 )
    }
}
"""

LUA = r"""
local out = {}
local function note(name, ok, what) table.insert(out, { name = name, ok = ok and true or false, what = tostring(what) }) end
local function finish()
  local file = io.open(vim.env.SCENEC_RESULT, 'w')
  file:write(vim.fn.json_encode(out))
  file:close()
  vim.cmd('qa!')
end
local function main()
  vim.cmd('edit ' .. vim.env.SCENEC_SCENE)
  local buffer = vim.api.nvim_get_current_buf()
  if vim.bo.filetype ~= 'swift' then vim.cmd('setfiletype swift') end
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
  local found = vim.diagnostic.get(buffer)
  note('diagnostics', #found > 0 and found[1].message:find('title') ~= nil, #found .. ' ' .. (found[1] and found[1].message or ''))
  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    for _, answer in pairs(answers or {}) do
      if answer.error then return nil, answer.error.message end
      return answer.result
    end
    return nil, 'no answer'
  end
  local function at(line, column)
    vim.api.nvim_win_set_cursor(0, { line, column })
    return vim.lsp.util.make_position_params(0, 'utf-16')
  end
  -- completion
  local list, why = ask('textDocument/completion', at(12, 4))
  local names = {}
  for _, item in ipairs(list and list.items or {}) do names[item.label] = true end
  note('completion', names['padding'] and names['frame'], why or (list and #list.items))
  -- a fix
  local params = at(9, 18)
  params = vim.lsp.util.make_range_params(0, 'utf-16')
  params.context = { diagnostics = {}, only = { 'quickfix' } }
  local actions, reason = ask('textDocument/codeAction', params)
  if actions and actions[1] and actions[1].edit then
    vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
    vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
  end
  local line = vim.api.nvim_buf_get_lines(buffer, 8, 9, false)[1]
  note('fix', line == '            Text(titel)' and #vim.diagnostic.get(buffer) == 0, reason or line)
  -- renaming
  local rename = at(5, 24)
  rename.newName = 'shows'
  local edit, refused = ask('textDocument/rename', rename)
  if edit then vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  note('rename', text:find('isOn: %$shows') and not text:find('isOpen'), refused or 'renamed')
  -- formatting
  local edits, bad = ask('textDocument/formatting', { textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 4, insertSpaces = true } })
  if edits then vim.lsp.util.apply_text_edits(edits, buffer, 'utf-16') end
  note('format', vim.api.nvim_buf_get_lines(buffer, 11, 12, false)[1] == '        .padding(8)', bad or vim.api.nvim_buf_get_lines(buffer, 11, 12, false)[1])
  -- hover
  local hover = ask('textDocument/hover', at(12, 10))
  note('hover', hover and vim.inspect(hover):find('func padding') ~= nil, hover and 'shown' or 'nothing')
end
local ok, problem = pcall(main)
if not ok then note('script', false, problem) end
finish()
"""

LISP = r"""
(setq scenec-out nil)
(defun note (name ok what) (push (list (cons 'name name) (cons 'ok (if ok t :json-false)) (cons 'what (format "%s" what))) scenec-out))
(defun wait-for (test) (let ((until (+ (float-time) 20))) (while (and (not (funcall test)) (< (float-time) until)) (accept-process-output nil 0.05))))
(defun run ()
  (require 'eglot) (require 'flymake) (require 'json)
  (require 'scenec)
  (setq scenec-program (getenv "SCENEC_PROGRAM") eglot-sync-connect 20 eglot-autoshutdown nil
        eglot-confirm-server-initiated-edits nil make-backup-files nil)
  (find-file (getenv "SCENEC_SCENE"))
  (note "mode" (eq major-mode 'scenec-mode) major-mode)
  (apply #'eglot (eglot--guess-contact))
  (let ((server (eglot-current-server)))
    (flymake-start)
    (wait-for (lambda () (flymake-diagnostics)))
    (let ((found (flymake-diagnostics)))
      (note "diagnostics" (and found (string-match-p "title" (flymake-diagnostic-text (car found))))
            (and found (flymake-diagnostic-text (car found)))))
    (goto-char (point-min)) (search-forward ".padding") (backward-char 7)
    (let* ((answer (jsonrpc-request server :textDocument/completion (eglot--TextDocumentPositionParams)))
           (labels (mapcar (lambda (item) (plist-get item :label)) (plist-get answer :items))))
      (note "completion" (and (member "padding" labels) (member "frame" labels)) (length labels)))
    (goto-char (point-min)) (search-forward "Text(ti")
    (let* ((actions (jsonrpc-request server :textDocument/codeAction
                      (list :textDocument (eglot--TextDocumentIdentifier)
                            :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                            :context (list :diagnostics [] :only ["quickfix"]))))
           (action (and (> (length actions) 0) (aref actions 0))))
      (when action (eglot--apply-workspace-edit (plist-get action :edit)))
      (note "fix" (save-excursion (goto-char (point-min)) (search-forward "Text(titel)" nil t)) (plist-get action :title)))
    (goto-char (point-min)) (search-forward "var isOp")
    (eglot-rename "shows")
    (note "rename" (save-excursion (goto-char (point-min)) (and (search-forward "$shows" nil t) (progn (goto-char (point-min)) (not (search-forward "isOpen" nil t))))) "renamed")
    (eglot-format-buffer)
    (note "format" (save-excursion (goto-char (point-min)) (search-forward "\n        .padding(8)\n" nil t)) "formatted")
    (goto-char (point-min)) (search-forward ".padd")
    (eglot--signal-textDocument/didChange)
    (note "hover" (plist-get (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams)) :contents) "shown")
    (set-buffer-modified-p nil)))
(condition-case problem (run) (error (note "script" nil (error-message-string problem))))
(with-temp-file (getenv "SCENEC_RESULT") (insert (json-encode (vconcat (nreverse scenec-out)))))
(kill-emacs 0)
"""


class Client:
    """A small client of its own: frames in, frames out."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next = 0

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("the server ended")
            if line in (b"\r\n", b"\n"):
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.next += 1
        self.send({"id": self.next, "method": method, "params": params})
        while True:
            answer = self.receive()
            if answer.get("id") == self.next and "method" not in answer:
                return answer

    def notify(self, method, params):
        self.send({"method": method, "params": params})


REQUESTS = {
    "completionProvider": ["textDocument/completion"],
    "hoverProvider": ["textDocument/hover"],
    "signatureHelpProvider": ["textDocument/signatureHelp"],
    "declarationProvider": ["textDocument/declaration"],
    "definitionProvider": ["textDocument/definition"],
    "typeDefinitionProvider": ["textDocument/typeDefinition"],
    "referencesProvider": ["textDocument/references"],
    "documentHighlightProvider": ["textDocument/documentHighlight"],
    "renameProvider": ["textDocument/prepareRename", "textDocument/rename"],
    "documentSymbolProvider": ["textDocument/documentSymbol"],
    "workspaceSymbolProvider": ["workspace/symbol"],
    "foldingRangeProvider": ["textDocument/foldingRange"],
    "selectionRangeProvider": ["textDocument/selectionRange"],
    "semanticTokensProvider": [
        "textDocument/semanticTokens/full", "textDocument/semanticTokens/range", "textDocument/semanticTokens/full/delta",
    ],
    "inlayHintProvider": ["textDocument/inlayHint"],
    "codeActionProvider": ["textDocument/codeAction"],
    "documentFormattingProvider": ["textDocument/formatting"],
    "documentRangeFormattingProvider": ["textDocument/rangeFormatting"],
    "colorProvider": ["textDocument/documentColor", "textDocument/colorPresentation"],
    "codeLensProvider": ["textDocument/codeLens"],
    "diagnosticProvider": ["textDocument/diagnostic"],
}


def every_capability(program):
    client = Client(program)
    answer = client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {
        "textDocument": {"diagnostic": {}}}})
    capabilities = answer["result"]["capabilities"]
    client.notify("initialized", {})
    uri = "file:///tmp/capabilities.scene"
    client.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "swift", "version": 1, "text": SCENE.replace("Text(title)", "Text(titel)")}})
    steps = []
    place = {"line": 4, "character": 25}
    params = {
        "textDocument": {"uri": uri}, "position": place, "positions": [place],
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 13, "character": 0}},
        "context": {"diagnostics": [], "includeDeclaration": True}, "newName": "shows", "query": "",
        "options": {"tabSize": 4, "insertSpaces": True}, "previousResultId": "0",
        "color": {"red": 1, "green": 0.5, "blue": 0, "alpha": 1},
    }
    for name, value in sorted(capabilities.items()):
        if not name.endswith("Provider") or not value:
            continue
        for method in REQUESTS.get(name, ["?"]):
            answer = client.request(method, params)
            steps.append((method, "error" not in answer, json.dumps(answer.get("error", "answered"))))
    steps.append(("shutdown", "error" not in client.request("shutdown", None), ""))
    client.notify("exit", None)
    steps.append(("exit", client.process.wait(10) == 0, "status 0"))
    return steps


def pytest_lsp_client(program):
    """The same scene through pytest-lsp's client, with its own types."""
    import asyncio

    import pytest_lsp
    from lsprotocol import types

    async def main():
        config = pytest_lsp.ClientServerConfig(server_command=[program, "lsp"])
        client = await config.start()
        steps = []
        await client.initialize_session(types.InitializeParams(
            capabilities=pytest_lsp.client_capabilities("visual-studio-code"), root_uri=None))
        uri = "file:///tmp/pytest.scene"
        item = types.TextDocumentItem(uri=uri, language_id="swift", version=1, text=SCENE)
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        document = types.TextDocumentIdentifier(uri=uri)
        place = types.Position(line=11, character=4)
        found = await client.text_document_completion_async(
            types.CompletionParams(text_document=document, position=place))
        steps.append(("completion", any(i.label == "padding" for i in found.items), len(found.items)))
        chosen = next(i for i in found.items if i.label == "padding")
        resolved = await client.completion_item_resolve_async(chosen)
        steps.append(("resolve", bool(resolved.documentation), resolved.detail))
        hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=types.Position(line=11, character=6)))
        steps.append(("hover", hover is not None, ""))
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
        steps.append(("symbols", symbols[0].name == "Card", ""))
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=document))
        steps.append(("semantic tokens", len(tokens.data) % 5 == 0 and tokens.data, len(tokens.data)))
        edits = await client.text_document_formatting_async(types.DocumentFormattingParams(
            text_document=document, options=types.FormattingOptions(tab_size=4, insert_spaces=True)))
        steps.append(("formatting", bool(edits), len(edits)))
        rename = await client.text_document_rename_async(types.RenameParams(
            text_document=document, position=types.Position(line=4, character=25), new_name="shows"))
        steps.append(("rename", len(rename.changes[uri]) == 2, ""))
        places = types.Position(line=4, character=25)
        references = await client.text_document_references_async(types.ReferenceParams(
            text_document=document, position=places, context=types.ReferenceContext(include_declaration=True)))
        steps.append(("references", len(references) == 2, len(references)))
        definition = await client.text_document_definition_async(types.DefinitionParams(
            text_document=document, position=types.Position(line=9, character=35)))
        steps.append(("definition", definition is not None, ""))
        whole = types.Range(start=types.Position(line=0, character=0), end=types.Position(line=13, character=0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
        steps.append(("inlay hints", hints is not None, ""))
        actions = await client.text_document_code_action_async(types.CodeActionParams(
            text_document=document, range=whole, context=types.CodeActionContext(diagnostics=[])))
        steps.append(("code actions", bool(actions), len(actions)))
        folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=document))
        steps.append(("folding", len(folds) >= 3, len(folds)))
        # A second document without mistakes in it, for what needs a scene that checks.
        other = "file:///tmp/pytest-other.scene"
        text = SCENE.replace("Text(title)", "Text(titel)").replace(".padding( 8 )", ".padding(8).background(Color.red)")
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=types.TextDocumentItem(
            uri=other, language_id="swift", version=1, text=text)))
        second = types.TextDocumentIdentifier(uri=other)
        row = next(i for i, line in enumerate(text.split("\n")) if "Toggle" in line)
        column = text.split("\n")[row].index("isOpen")
        state = types.Position(line=row, character=column)

        async def step(name, call, parameters, accept):
            answer = await call(parameters)
            steps.append((name, bool(accept(answer)), str(answer)[:200]))
            return answer

        await step("declaration", client.text_document_declaration_async,
                   types.DeclarationParams(text_document=second, position=state), lambda a: a)
        await step("type definition", client.text_document_type_definition_async,
                   types.TypeDefinitionParams(text_document=second, position=state), lambda a: True)
        await step("highlight", client.text_document_document_highlight_async,
                   types.DocumentHighlightParams(text_document=second, position=state), lambda a: len(a) == 2)
        await step("signature help", client.text_document_signature_help_async,
                   types.SignatureHelpParams(text_document=second, position=types.Position(line=row, character=column - 1)),
                   lambda a: a.signatures)
        await step("prepare rename", client.text_document_prepare_rename_async,
                   types.PrepareRenameParams(text_document=second, position=state), lambda a: a)
        await step("range formatting", client.text_document_range_formatting_async,
                   types.DocumentRangeFormattingParams(text_document=document, range=whole,
                                                       options=types.FormattingOptions(tab_size=4, insert_spaces=True)),
                   lambda a: a is not None)
        await step("selection ranges", client.text_document_selection_range_async,
                   types.SelectionRangeParams(text_document=second, positions=[state]),
                   lambda a: a[0].parent is not None)
        colours = await step("colours", client.text_document_document_color_async,
                             types.DocumentColorParams(text_document=second), lambda a: a is not None)
        await step("colour presentation", client.text_document_color_presentation_async,
                   types.ColorPresentationParams(
                       text_document=second, range=colours[0].range if colours else whole,
                       color=types.Color(red=1.0, green=0.5, blue=0.0, alpha=1.0)), lambda a: a)
        await step("code lens", client.text_document_code_lens_async,
                   types.CodeLensParams(text_document=second), lambda a: a is not None)
        await step("workspace symbols", client.workspace_symbol_async,
                   types.WorkspaceSymbolParams(query="Card"), lambda a: any(s.name == "Card" for s in a))
        full = await step("tokens", client.text_document_semantic_tokens_full_async,
                          types.SemanticTokensParams(text_document=second), lambda a: a.data)
        await step("tokens delta", client.text_document_semantic_tokens_full_delta_async,
                   types.SemanticTokensDeltaParams(text_document=second, previous_result_id=full.result_id or ""),
                   lambda a: a is not None)
        await step("tokens range", client.text_document_semantic_tokens_range_async,
                   types.SemanticTokensRangeParams(text_document=second, range=whole), lambda a: a.data)
        await step("pull diagnostics", client.text_document_diagnostic_async,
                   types.DocumentDiagnosticParams(text_document=document),
                   lambda a: any("title" in d.message for d in a.items))
        await client.shutdown_session()
        return steps

    return asyncio.run(main())


def editor(name, command, program, folder, extra):
    scene = os.path.join(folder, name + ".scene")
    result = os.path.join(folder, name + ".json")
    with open(scene, "w") as file:
        file.write(SCENE)
    environment = dict(os.environ, SCENEC_SCENE=scene, SCENEC_RESULT=result, SCENEC_PROGRAM=program, HOME=folder, **extra)
    try:
        done = subprocess.run(command, env=environment, timeout=180, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return [("start", False, "no end within 180 s")]
    if not os.path.exists(result):
        return [("start", False, (done.stderr or done.stdout)[-400:])]
    with open(result) as file:
        return [(step["name"], step["ok"], step["what"]) for step in json.load(file)]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    if program is None:
        builds = [os.path.join(ROOT, "..", ".build", kind, "scenec") for kind in ("release", "debug")]
        builds = [path for path in builds if os.path.exists(path)]
        if not builds:
            sys.exit("build scenec first, or name the program")
        program = max(builds, key=os.path.getmtime)
    program = os.path.abspath(program)
    failed = False

    def show(title, steps):
        nonlocal failed
        for name, ok, what in steps:
            print(f"{'ok  ' if ok else 'FAIL'} {title}: {name} {'' if ok else what}".rstrip())
            failed = failed or not ok

    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("nvim"):
            script = os.path.join(folder, "run.lua")
            with open(script, "w") as file:
                file.write("vim.g.scenec_path = vim.env.SCENEC_PROGRAM\n")
                file.write("vim.cmd('luafile %s')\n" % os.path.join(ROOT, "nvim", "scenec.lua"))
                file.write(LUA)
            show("neovim", editor("nvim", ["nvim", "--headless", "-u", "NONE", "-c", "luafile " + script], program, folder, {}))
        else:
            print("left out: neovim is not installed")
        if shutil.which("emacs"):
            script = os.path.join(folder, "run.el")
            with open(script, "w") as file:
                file.write(LISP)
            command = ["emacs", "--batch", "-l", "package", "--eval", "(package-initialize)", "-L",
                       os.path.join(ROOT, "emacs"), "-l", script]
            show("emacs", editor("emacs", command, program, folder, {}))
        else:
            print("left out: emacs is not installed")
    show("every capability", every_capability(program))
    try:
        import pytest_lsp  # noqa: F401
    except ImportError:
        print("left out: pytest-lsp is not installed (pip install pytest-lsp)")
    else:
        show("pytest-lsp", pytest_lsp_client(program))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
