import type { InboxEntryBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { entryTitle } from './inbox-labels.ts'

/** Longer titles are cut; the inbox has them whole. */
const maxTitle = 120

/** The entries that were not there before; none at the first look, when nothing is known. Pure. */
export function newEntries(
  seen: ReadonlySet<string> | null,
  entries: readonly InboxEntryBody[],
): readonly InboxEntryBody[] {
  return seen === null ? [] : entries.filter(({ id }) => !seen.has(id))
}

/** Only what the row of the inbox says, with what would not be seen marked as it is there. */
export function notificationText(entry: Pick<InboxEntryBody, 'kind' | 'title'>) {
  const title = renderAnnotations(entryTitle(entry)).replaceAll(/\s+/g, ' ').trim()
  return title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title
}
