import type { MemberBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { Button } from '../../shared/design/button.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Section } from '../../shared/design/section.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { sharesName } from '../../shared/queries/member-label.ts'
import { membersQuery } from '../../shared/queries/organisation-queries.ts'
import { isOwner } from '../../shared/session/may.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { type Role, refreshMembers, roles } from './member-roles.ts'
import { MemberRow } from './member-row.tsx'
import { RemovedMembers } from './removed-members.tsx'

export function MembersSection() {
  const members = useQuery(membersQuery)
  return (
    <Section
      title="Members"
      titleShown={false}
      description="Owners and admins change settings; members use skills and converse. Programs get a service account."
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
      <RemovedMembers />
    </Section>
  )
}

type Kind = MemberBody['kind']
const kinds = [
  { value: 'person', label: 'Person' },
  { value: 'service', label: 'Service account' },
] as const satisfies readonly { readonly value: Kind; readonly label: string }[]

const nextStep: Record<Kind, string> = {
  person: 'Invite them with a one-time link; they make their own API keys.',
  service: 'Create an API key for it below.',
}

const tellApart = 'Another member has that name: the list shows their ids.'

function AddMember() {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('person')
  const [role, setRole] = useState<Role>('member')
  const managesOwners = useCan('owners.manage')
  const members = useQuery(membersQuery)
  const add = useMutation({
    mutationFn: (sent: string) => api.members.create({ name: sent.trim(), role, kind }),
    onSuccess: async (member, sent) => {
      setName((now) => (now === sent ? '' : now))
      const known = members.data?.items ?? []
      const namesake = sharesName(member, known) ? ` ${tellApart}` : ''
      showToast(`${member.name} was added`, { description: nextStep[member.kind] + namesake })
      await refreshMembers()
    },
  })
  const choose = (chosen: Kind) => {
    setKind(chosen)
    if (chosen === 'service' && isOwner(role)) setRole('member')
  }
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => name.trim() && add.mutate(name)}
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
        label="Kind"
        value={kind}
        options={kinds}
        className="w-36"
        onChange={(event) => choose(event.target.value as Kind)}
      />
      <Choice
        label="Role"
        value={role}
        options={roles.filter(
          ({ value }) => !isOwner(value) || (managesOwners && kind === 'person'),
        )}
        className="w-28"
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <Button type="submit" disabled={add.isPending}>
        Add member
      </Button>
    </Form>
  )
}
