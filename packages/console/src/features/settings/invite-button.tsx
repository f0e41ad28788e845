import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { type OfMember, refreshMembers } from './member-roles.ts'

/** For a person who has never signed in: makes the one-time link, and shows it once. */
export function InviteButton({ member, label }: OfMember) {
  const invite = useAction({
    mutationFn: () => api.members.invite(member.id),
    onSettled: refreshMembers,
  })
  const made = invite.data
  return (
    <>
      <Button size="small" disabled={invite.isPending} onClick={() => invite.mutate()}>
        Invite <span className="sr-only">{label}</span>
      </Button>
      {made && (
        <Modal open onClose={() => invite.reset()} title={`Invitation for ${label}`}>
          <Notice tone="warn" title="Give it to nobody else">
            It signs in once, and is shown only now. A new invitation replaces it. It ends{' '}
            <Timestamp at={made.expires_at} />.
          </Notice>
          <p className="my-3 rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
            {location.origin + made.path}
          </p>
          <CopyButton text={location.origin + made.path} label="Copy link" />
        </Modal>
      )}
    </>
  )
}
