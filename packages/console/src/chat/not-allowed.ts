import type { ToolItem } from './conversation-view.ts'

/** Why a call was held back by a skill's list of allowed tools (D7). */
export interface NotAllowed {
  /** Slug of the skill whose list it is. */
  readonly skill: string
  readonly allows: readonly string[]
}

/** What kept this call from happening, when it was a skill's list; null when it was anything else. */
export function notAllowed({ outcome }: Pick<ToolItem, 'outcome'>): NotAllowed | null {
  if (outcome === null || outcome.status === 'ok') return null
  const { code, details } = outcome.problem
  if (code !== 'tool.not-allowed' || typeof details?.skill !== 'string') return null
  const names = Array.isArray(details.allowed_tools) ? details.allowed_tools : []
  return { skill: details.skill, allows: names.filter((name) => typeof name === 'string') }
}

const maxReportedNames = 4

/** `read_file, web_fetch only`; `none of the tools there are`. */
export function allowedLabel(allows: readonly string[]): string {
  if (allows.length === 0) return 'none of the tools there are'
  const told = allows.slice(0, maxReportedNames).join(', ')
  const more = allows.length - maxReportedNames
  return more > 0 ? `${told} and ${more} more only` : `${told} only`
}
