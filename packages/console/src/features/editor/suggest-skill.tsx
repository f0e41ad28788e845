import type { SkillBody } from '@repertoire/protocol'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { SuggestDialog } from '../revisions/suggest-dialog.tsx'

interface OfferSkillProps {
  readonly skill: SkillBody
  /** Unsaved changes are not part of the offer. */
  readonly changed: boolean
  /** It was offered before, and not taken. */
  readonly again?: boolean
}

/** The way to offer a person's own skill to the organisation. */
export function SuggestSkill({ skill, changed, again = false }: OfferSkillProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size={again ? 'small' : 'normal'}
        disabled={changed}
        title={changed ? 'Save your changes first' : 'An owner or admin decides'}
        onClick={() => setAsking(true)}
      >
        <Share2 size={15} aria-hidden="true" />{' '}
        {again ? 'Offer again' : 'Offer to the organisation'}
      </Button>
      {asking && <SuggestDialog skill={skill} onClose={() => setAsking(false)} />}
    </>
  )
}
