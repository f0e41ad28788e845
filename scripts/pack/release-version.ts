const version = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/

/** Whether a release can be called so. */
export const isVersion = (text: string): boolean => version.test(text)

/** A manifest, as text, in another version: its own and that of the packages of this repository that it needs. */
export function manifestOfVersion(text: string, next: string): string {
  return text.replaceAll(/^( *"(?:version|@repertoire\/[a-z-]+)": )"\d[^"]*"/gm, `$1"${next}"`)
}

/** Gives what is unreleased in a change log its version and day. Throws if nothing is. */
export function changelogOfVersion(text: string, next: string, day: string): string {
  if (changesOf(text, 'Unreleased') === '') {
    throw new Error('CHANGELOG.md says nothing under “Unreleased”.')
  }
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${next} · ${day}\n`)
}

/** What a change log says about a version, or about `Unreleased`. */
export function changesOf(text: string, title: string): string {
  const sections = text.split(/^## /m).slice(1)
  const section = sections.find((one) => one.split(/\s/)[0] === title) ?? ''
  return section.split('\n').slice(1).join('\n').trim()
}
