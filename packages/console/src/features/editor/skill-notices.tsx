import type { SkillBody } from '@repertoire/protocol'
import { useCan } from '../../shared/session/use-me.ts'
import { ArchivedNotice } from './archived-notice.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { KeptChangesNotice } from './kept-changes-notice.tsx'
import { OfferNotice } from './offer-notice.tsx'
import type { useOwnOffer } from './own-offer.ts'
import { ReadOnlyNotice } from './read-only-notice.tsx'
import type { useSkillEditing } from './use-skill-editing.ts'

interface SkillNoticesProps {
  readonly skill: SkillBody
  readonly writable: boolean
  readonly editing: ReturnType<typeof useSkillEditing>
  readonly offer: ReturnType<typeof useOwnOffer>
}

/** What has to be known of a skill before it is read or changed. */
export function SkillNotices({ skill, writable, editing, offer }: SkillNoticesProps) {
  const { draft, changed, restored, theirs, discard } = editing
  const writesOwn = useCan('skills.write')
  const isKept = changed && !writable && writesOwn
  return (
    <>
      {offer && <OfferNotice skill={skill} offer={offer} changed={changed} />}
      {isKept && <KeptChangesNotice skill={skill} draft={draft} onDiscard={discard} />}
      {!writable && !isKept && <ReadOnlyNotice scope={skill.scope} />}
      <ArchivedNotice skill={skill} writable={writable} />
      {restored && changed && !theirs && !isKept && <DraftNotice onDiscard={discard} />}
    </>
  )
}
