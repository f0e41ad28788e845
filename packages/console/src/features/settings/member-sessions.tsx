import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import type { OfMember } from './member-roles.ts'
import { SessionList } from './session-list.tsx'

/** For owners and admins: where a member is signed in, to end it. It shows nothing that the member does there. */
export function MemberSessions({ member, label }: OfMember) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={`Sessions of ${label}`} onClick={() => setOpen(true)}>
        <MonitorSmartphone size={15} />
      </IconButton>
      {open && (
        <Modal open onClose={() => setOpen(false)} title={`Sessions of ${label}`}>
          <SessionList userId={member.id} />
        </Modal>
      )}
    </>
  )
}
