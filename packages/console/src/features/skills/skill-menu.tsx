import type { SkillListItem } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  Eye,
  GitCompare,
  MoreHorizontal,
  Pencil,
  Power,
  Share2,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import { ActionMenu } from '../../shared/design/menu.tsx'
import { SuggestDialog } from '../revisions/suggest-dialog.tsx'
import { archiveWithUndo, unarchiveSkill } from './archive-skill.ts'
import { deleteSkills } from './delete-skills.ts'

interface SkillMenuProps {
  readonly skill: SkillListItem
  readonly writable: boolean
  readonly onEnable: (skill: SkillListItem, enabled: boolean) => void
  /** Absent where there is no room beside the list. */
  readonly onPeek: ((skill: SkillListItem) => void) | undefined
}

/** Everything that can be done with one skill of the list. */
export function SkillMenu({ skill, writable, onEnable, onPeek }: SkillMenuProps) {
  const navigate = useNavigate()
  const params = { id: skill.id }
  const peek = onPeek && {
    label: 'Peek',
    icon: <Eye size={15} aria-hidden="true" />,
    onSelect: () => onPeek(skill),
  }
  const edit = {
    label: writable ? 'Edit' : 'Source',
    icon: <Pencil size={15} aria-hidden="true" />,
    onSelect: () => void navigate({ to: '/skills/$id', params, search: { tab: 'edit' } }),
  }
  const power = {
    label: skill.enabled ? 'Disable' : 'Enable',
    icon: <Power size={15} aria-hidden="true" />,
    onSelect: () => onEnable(skill, !skill.enabled),
  }
  const first = skill.near_duplicate_of
  const compare = first !== undefined && {
    label: 'Compare with the one above',
    icon: <GitCompare size={15} aria-hidden="true" />,
    onSelect: () => void navigate({ to: '/skills/compare', search: { from: skill.id, to: first } }),
  }
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
          onSelect: () => void unarchiveSkill(skill),
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
        actions={[
          ...(peek ? [peek] : []),
          edit,
          ...(compare ? [compare] : []),
          ...(writable ? [power] : []),
          ...(writable && skill.scope === 'user' ? [offer] : []),
          ...(writable ? [shelve, remove] : []),
        ]}
      />
      {offering && <SuggestDialog skill={skill} onClose={() => setOffering(false)} />}
    </>
  )
}
