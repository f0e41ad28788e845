import type { MemberBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { IconButton } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusBack } from '../../shared/design/use-focus-back.ts'
import { memberLabel, sharesName } from '../../shared/queries/member-label.ts'
import { keysQuery, membersQuery } from '../../shared/queries/organisation-queries.ts'
import { isOwner } from '../../shared/session/may.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'
import { InviteButton } from './invite-button.tsx'
import { type OfMember, type Role, refreshMembers, roles } from './member-roles.ts'
import { MemberSessions } from './member-sessions.tsx'

export function MemberRow({ member }: { readonly member: MemberBody }) {
  const me = useMe()
  const self = member.id === me.member.id
  const members = useQuery(membersQuery).data?.items ?? []
  const label = renderAnnotations(memberLabel(member, members))
  const managesOwners = useCan('owners.manage')
  const fixed = self || (isOwner(member.role) && !managesOwners)
  const remove = useAction({
    mutationFn: () => api.members.remove(member.id),
    onSuccess: () => showToast(`${member.name} was removed`),
    onSettled: () => Promise.all([refreshMembers(), queryClient.invalidateQueries(keysQuery)]),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <div className="min-w-32 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <MarkedText text={member.name} />{' '}
          {self && <span className="font-normal text-ink-3">(you)</span>}{' '}
          {member.kind === 'service' && (
            <Badge title="Has API keys only and cannot sign in">Service account</Badge>
          )}
        </p>
        <p className="text-xs text-ink-3">
          <MemberSince member={member} />
          {sharesName(member, members) && (
            <>
              {' · '}
              <span className="font-mono [overflow-wrap:anywhere]">{member.id}</span>
            </>
          )}
          {fixed && !self && ' · Only an owner changes an owner'}
        </p>
      </div>
      {member.kind === 'person' && !member.joined_at && !fixed && (
        <InviteButton member={member} label={label} />
      )}
      {member.kind === 'person' && member.joined_at && !fixed && (
        <MemberSessions member={member} label={label} />
      )}
      <RoleChoice member={member} label={label} fixed={fixed} />
      <AskFirst
        title={`Remove ${label}?`}
        description={`Their API keys and sessions stop working at once.${useKeysForOthers(member)}`}
        confirm="Remove"
        onConfirm={() => remove.isPending || remove.mutate()}
      >
        <IconButton label={`Remove ${label}`} disabled={fixed}>
          <Trash2 size={15} />
        </IconButton>
      </AskFirst>
    </li>
  )
}

/** The keys of service accounts that the member made: they end with the removal. */
function useKeysForOthers({ id }: MemberBody): string {
  const keys = useQuery(keysQuery).data?.items ?? []
  const count = keys.filter((key) => key.created_by === id && key.user_id !== id).length
  if (count === 0) return ''
  const named = count === 1 ? 'The key' : `The ${count} keys`
  return ` ${named} they made for service accounts ${count === 1 ? 'ends' : 'end'} too.`
}

function MemberSince({ member: { kind, created_at, joined_at } }: { readonly member: MemberBody }) {
  if (joined_at) {
    return (
      <>
        Joined <Timestamp at={joined_at} />
      </>
    )
  }
  return (
    <>
      Added <Timestamp at={created_at} />
      {kind === 'person' && ' · Has not signed in yet'}
    </>
  )
}

interface RoleChoiceProps extends OfMember {
  readonly fixed: boolean
}

function RoleChoice({ member, label, fixed }: RoleChoiceProps) {
  const managesOwners = useCan('owners.manage')
  const change = useAction({
    mutationFn: (role: Role) => api.members.update(member.id, role),
    onSettled: refreshMembers,
  })
  const select = useRef<HTMLSelectElement>(null)
  useFocusBack(select, change.isPending)
  const beyond = (role: Role) => isOwner(role) && (!managesOwners || member.kind === 'service')
  return (
    <select
      ref={select}
      aria-label={`Role of ${label}`}
      value={change.isPending ? change.variables : member.role}
      disabled={fixed || change.isPending}
      onChange={(event) => change.mutate(event.target.value as Role)}
      className="field-base h-8 w-28 py-0"
    >
      {roles.map(({ value, label }) => (
        <option key={value} value={value} disabled={beyond(value)}>
          {label}
        </option>
      ))}
    </select>
  )
}
