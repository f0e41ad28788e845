import type { SkillListItem } from '@repertoire/protocol'
import { Archive, ArchiveRestore, MoreHorizontal, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../design/button.tsx'
import { ActionMenu } from '../design/menu.tsx'
import { OfferDialog } from '../proposals/offer-dialog.tsx'
import { archiveWithUndo, bringBack } from './archive-skill.ts'
import { deleteSkills } from './delete-skills.ts'

/** What can be done with one skill of the list beside switching it. */
export function SkillMenu({ skill }: { readonly skill: SkillListItem }) {
  const [offering, setOffering] = useState(false)
  const offer = {
    label: 'Offer to the organisation',
    icon: <Share2 size={15} aria-hidden="true" />,
    onSelect: () => setOffering(true),
  }
  const shelve =
    skill.archived_at === null
      ? {
          label: 'Archive',
          icon: <Archive size={15} aria-hidden="true" />,
          onSelect: () => void archiveWithUndo(skill),
        }
      : {
          label: 'Bring back',
          icon: <ArchiveRestore size={15} aria-hidden="true" />,
          onSelect: () => void bringBack(skill),
        }
  const remove = {
    label: 'Delete',
    icon: <Trash2 size={15} aria-hidden="true" />,
    danger: true,
    onSelect: () => void deleteSkills([skill]),
  }
  return (
    <>
      <ActionMenu
        trigger={
          <IconButton label={`More about ${skill.name}`}>
            <MoreHorizontal size={16} />
          </IconButton>
        }
        actions={skill.scope === 'user' ? [offer, shelve, remove] : [shelve, remove]}
      />
      {offering && <OfferDialog skill={skill} onClose={() => setOffering(false)} />}
    </>
  )
}
