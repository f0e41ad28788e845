import type { ToolItem } from './conversation-view.ts'

/** Why a call was held back by a skill's list of allowed tools. */
export interface NotAllowed {
  /** Slug of the skill whose list it is. */
  readonly skill: string
  readonly allows: readonly string[]
  /** Entries whose pattern cannot be decided: they allow nothing. */
  readonly undecided: readonly string[]
}

/** What kept this call from happening, when it was a skill's list; null when it was anything else. */
export function notAllowed({ outcome }: Pick<ToolItem, 'outcome'>): NotAllowed | null {
  if (outcome === null || outcome.status === 'ok') return null
  const { code, details } = outcome.problem
  if (code !== 'tool.not-allowed' || typeof details?.skill !== 'string') return null
  const { skill } = details
  return { skill, allows: texts(details.allowed_tools), undecided: texts(details.undecided) }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

const maxReportedNames = 4
const maxEntryLength = 80

/** What people are told of entries that allow nothing. The entries are untrusted text. */
export function unknownToolNotice(entries: readonly string[]): string {
  const shown = entries.slice(0, maxReportedNames).map((entry) => entry.slice(0, maxEntryLength))
  const more = entries.length - shown.length
  const listed = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `Cannot be decided, so ${entries.length === 1 ? 'it allows' : 'they allow'} nothing: ${listed}`
}

/** `read_file, web_fetch only`; `none of the tools there are`. */
export function allowedLabel(allows: readonly string[]): string {
  if (allows.length === 0) return 'none of the tools there are'
  const shown = allows.slice(0, maxReportedNames).join(', ')
  const more = allows.length - maxReportedNames
  return more > 0 ? `${shown} and ${more} more only` : `${shown} only`
}
