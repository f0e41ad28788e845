import type { PendingRevisionBody } from '@repertoire/protocol'

type Outdated = Pick<PendingRevisionBody, 'proposal' | 'stale_reason' | 'slug' | 'state'>

const merge =
  'It cannot be accepted as it is: that would overwrite what it has not seen. Open the proposed text in the editor, compare it, and save what is right.'

/** Why a proposal cannot be accepted any more, and what to do instead. `mine`: it is the reader's own. */
export function outOfDateText(
  { proposal, stale_reason, slug, state }: Outdated,
  { mine }: { readonly mine: boolean },
): { readonly title: string; readonly text: string } {
  const own = state === 'held' ? 'Withdraw this offer and offer' : 'Offer'
  const again = mine ? `${own} the skill again` : 'Whoever offered it can offer it again'
  if (stale_reason === 'slug-taken') {
    return {
      title: `The organisation has a skill named ${slug} by now`,
      text: `${again}: it then changes that skill.`,
    }
  }
  if (stale_reason === 'gone') return { title: 'The skill this changes is gone', text: merge }
  if (stale_reason === 'offer-changed') {
    return {
      title: 'The skill was changed after it was offered',
      text: `${again}, with its text of now. The offered text can be opened as a draft.`,
    }
  }
  const since = proposal?.by === 'member' ? 'offered' : 'written'
  return { title: `The skill has changed since this was ${since}`, text: merge }
}
