/// The summary of the commands.
enum HelpCommand {
  static let usage = """
    scenec checks, compiles and plays scenes written in SwiftUI's view syntax.

    usage: scenec COMMAND FILE|FOLDER… [options]        (- reads standard input)

      build    check, lower and play every scenario; write NAME.ir.json and NAME.frames.json
               [-o DIR] [--emit ir,ir-text,frames,ndjson,text,html,svg] [--all-previews] and the options of run
      check    errors, and mistakes that compile; scenec.json sets the rules
               [--format text|json|sarif|github|unix] [--max-warnings N] [--baseline FILE] [--write-baseline FILE]
               [--fix [--dry-run]] mends what is sure; [--watch] checks again on every change; [-D NAME]
      run      play one scenario, preview or view, or an IR file; write its frames
               [--scenario NAME] [--view NAME] [--steps TEXT|@FILE] [--device NAME|WxH[@SCALE]] [--landscape]
               [--fps N] [--until SECONDS|settled] [--seed N] [--model] [--color-scheme light|dark]
               [--format json|ndjson|text] [-o FILE]
      test     play every scenario; its expectations must hold and its frames equal the stored ones
               [--update] [--tolerance POINTS] [--report DIR] [--scenario NAME] [--all-previews] [-D NAME]
      render   pictures of a moment (svg, png) or of a run (gif, mp4, html, lottie)
               [--format KIND] [--at SECONDS] [--from SECONDS] [--scale PIXELS] [-o FILE] and the options of run
      preview  a page that follows the files and takes touches, on http://127.0.0.1:8610: [--port N]
      fmt      write files in the one style: 4 spaces, 100 columns; - formats standard input to standard output
               [--check] lists the files that would change, and changes none
      lsp      the language server, on standard input and output
      explain  what a diagnostic means: scenec explain E0201
      init     write a starter scene: scenec init [FILE]
      help, --version

    Exit status: 0 fine, 1 the input has errors or a test failed, 2 wrong usage or a file that cannot be read or written.
    """
}
