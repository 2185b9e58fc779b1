/// A kind of finding as a page of its own, for editors that show one behind a finding's code.
extension DiagnosticKind {
  package var page: String {
    var text = "# \(slug == code ? slug : "\(code) \(slug)")\n\n\(title.prefix(1).uppercased())\(title.dropFirst()).\n"
    if !explanation.isEmpty { text += "\n\(explanation)\n" }
    if !wrong.isEmpty { text += "\n## Wrong\n\n```swift\n\(wrong)\n```\n" }
    if !right.isEmpty { text += "\n## Right\n\n```swift\n\(right)\n```\n" }
    if isRule {
      text += "\n## Silence it\n\n`// scenec:disable:next \(slug)` above the line, or "
      text += "`\"rules\": {\"\(slug)\": \"off\"}` in `scenec.json`.\n"
    }
    return text
  }
}
