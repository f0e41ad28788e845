import type { MemberBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { Button, IconButton } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Choice, TextField } from '../design/field.tsx'
import { Section } from '../design/section.tsx'
import { QueryPlaceholder } from '../design/states.tsx'
import { Timestamp } from '../design/timestamp.tsx'
import { useFocusBack } from '../design/use-focus-back.ts'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { isOwner } from '../shell/may.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient } from '../shell/queries.ts'
import { useCan, useMe } from '../shell/use-me.ts'
import { membersQuery } from './organisation-queries.ts'

type Role = MemberBody['role']
const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'admin', label: 'Admin' },
  { value: 'member', label: 'Member' },
] as const satisfies readonly { readonly value: Role; readonly label: string }[]

const refresh = () => queryClient.invalidateQueries({ queryKey: ['members'] })

export function MembersSection() {
  const members = useQuery(membersQuery)
  return (
    <Section
      title="Members"
      description="Owners and admins change settings; members use skills and converse."
    >
      <QueryPlaceholder for={members} what="Members" rows={2} />
      {members.data && (
        <ul aria-label="Members" className="card mb-4 divide-y divide-line">
          {members.data.items.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
      )}
      <AddMember />
    </Section>
  )
}

function MemberRow({ member }: { readonly member: MemberBody }) {
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const self = member.id === me.member.id
  const managesOwners = useCan('owners.manage')
  const fixed = self || (isOwner(member.role) && !managesOwners)
  const change = useMutation({
    mutationFn: (role: Role) => api.members.update(member.id, role),
    onError: showErrorToast,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => api.members.remove(member.id),
    onSuccess: () => toast.success(`${member.name} was removed`),
    onError: showErrorToast,
    onSettled: refresh,
  })
  const select = useRef<HTMLSelectElement>(null)
  useFocusBack(select, change.isPending)
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <div className="min-w-32 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          {member.name} {self && <span className="font-normal text-ink-3">(you)</span>}
        </p>
        <p className="text-2xs text-ink-3">
          Joined <Timestamp at={member.created_at} />
          {fixed && !self && ' · Only an owner changes an owner'}
        </p>
      </div>
      <select
        ref={select}
        aria-label={`Role of ${member.name}`}
        value={change.isPending ? change.variables : member.role}
        disabled={fixed || change.isPending}
        onChange={(event) => change.mutate(event.target.value as Role)}
        className="field-base h-8 w-28 py-0"
      >
        {roles.map(({ value, label }) => (
          <option key={value} value={value} disabled={isOwner(value) && !managesOwners}>
            {label}
          </option>
        ))}
      </select>
      <IconButton label={`Remove ${member.name}`} disabled={fixed} onClick={() => setAsking(true)}>
        <Trash2 size={15} />
      </IconButton>
      <Confirm
        open={asking}
        title={`Remove ${member.name}?`}
        description="Their API keys and sessions stop working at once."
        confirm="Remove"
        onConfirm={() => remove.isPending || remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

function AddMember() {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('member')
  const managesOwners = useCan('owners.manage')
  const add = useMutation({
    mutationFn: (sent: string) => api.members.create({ name: sent.trim(), role }),
    onSuccess: async (member, sent) => {
      setName((now) => (now === sent ? '' : now))
      toast.success(`${member.name} was added`, {
        description: 'Create an API key for them below; it is how they sign in.',
      })
      await refresh()
    },
  })
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) add.mutate(name)
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={name}
        className="min-w-40 flex-1"
        onChange={(event) => setName(event.target.value)}
        error={add.isError ? problemOf(add.error).message : undefined}
      />
      <Choice
        label="Role"
        value={role}
        options={roles.filter(({ value }) => managesOwners || !isOwner(value))}
        className="w-28"
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <Button type="submit" disabled={add.isPending}>
        Add member
      </Button>
    </form>
  )
}
