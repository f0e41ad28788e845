/** The change log with the changes of a release before those of older ones. */
export function changelogOfVersion(text: string, title: string, changes: string): string {
  const older = text.search(/^## /m)
  const [head, rest] = older === -1 ? [text, ''] : [text.slice(0, older), text.slice(older)]
  return `${`${head.trimEnd()}\n\n## ${title}\n\n${changes}\n\n${rest}`.trimEnd()}\n`
}

/** What changesets say, as a list. One may be a list already. */
export function listChanges(summaries: readonly string[]): string {
  return summaries
    .map((summary) =>
      summary.startsWith('- ') ? summary : `- ${summary.replaceAll('\n', '\n  ')}`,
    )
    .join('\n')
}

/** What a change log says about a version. */
export function changesOf(text: string, version: string): string {
  const sections = text.split(/^## /m).slice(1)
  const section = sections.find((one) => one.split(/\s/)[0] === version) ?? ''
  return section.split('\n').slice(1).join('\n').trim()
}
