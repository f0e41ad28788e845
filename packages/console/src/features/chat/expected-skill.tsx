import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ExpectedSkillDialog } from '../../shared/trigger-tests/expected-skill-dialog.tsx'
import type { TurnView } from './conversation-view.ts'

/** Beside an answer that a skill should have given: makes the message a trigger test of that skill. */
export function ExpectedSkill({ turn }: { readonly turn: Pick<TurnView, 'message' | 'status'> }) {
  const [open, setOpen] = useState(false)
  const writesSkills = useCan('skills.write')
  const { message, status } = turn
  const isOver = status !== 'running' && status !== 'waiting'
  if (!writesSkills || !isOver || !message?.text.trim()) return null
  return (
    <>
      <IconButton label="Another skill should have answered" onClick={() => setOpen(true)}>
        <SearchX size={14} aria-hidden="true" />
      </IconButton>
      {open && <ExpectedSkillDialog query={message.text.trim()} onClose={() => setOpen(false)} />}
    </>
  )
}
