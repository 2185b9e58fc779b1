// The client: starts `scenec lsp` and plays scenarios. Plain JavaScript, nothing to build.
const path = require("path");
const os = require("os");
const { execFile } = require("child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("scenec");
}

function makeClient() {
  const program = settings().get("path") || "scenec";
  const languages = settings().get("swiftFiles") ? ["scene", "swift"] : ["scene"];
  const documents = [];
  for (const language of languages) {
    for (const scheme of ["file", "untitled"]) documents.push({ scheme, language });
  }
  return new LanguageClient(
    "scenec",
    "scenec",
    { command: program, args: ["lsp"] },
    { documentSelector: documents }
  );
}

async function restart() {
  if (client) await client.stop().catch(() => undefined);
  client = makeClient();
  await client.start();
}

// The page that plays a scenario, written beside nothing and opened in the browser.
async function play(uri, word, name) {
  const file = vscode.Uri.parse(uri || vscode.window.activeTextEditor?.document.uri.toString() || "").fsPath;
  if (!file) return;
  await vscode.workspace.textDocuments.find((document) => document.uri.fsPath === file)?.save();
  const page = path.join(os.tmpdir(), `scenec-${path.basename(file)}.html`);
  const args = ["render", file, "--format", "html", "-o", page];
  if (name) args.push("--scenario", name);
  execFile(settings().get("path") || "scenec", args, (error, _output, problems) => {
    if (error) vscode.window.showErrorMessage(problems.trim() || String(error));
    else vscode.env.openExternal(vscode.Uri.file(page));
  });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("scenec.restart", restart),
    vscode.commands.registerCommand("scenec.play", play),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("scenec")) return restart();
    })
  );
  await restart();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
