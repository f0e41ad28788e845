import type { ApiKeyBody, ApiKeyCreated, Me } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button, IconButton } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Confirm, Modal } from '../../shared/design/dialog.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { memberLabel } from '../../shared/queries/member-label.ts'
import { keysQuery, membersQuery } from '../../shared/queries/organisation-queries.ts'
import { isOwner, may } from '../../shared/session/may.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['keys'] })

export function KeysSection() {
  const keys = useQuery(keysQuery)
  const [made, setMade] = useState<ApiKeyCreated | null>(null)
  return (
    <Section
      title="API keys"
      description="For programs, and for you to sign in here. A key is shown once. Nobody makes one for another person."
    >
      <QueryPlaceholder for={keys} what="API keys" rows={2} />
      {keys.data && keys.data.items.length > 0 && (
        <ul aria-label="API keys" className="card mb-4 divide-y divide-line">
          {keys.data.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <CreateKey onMade={setMade} />
      {made && (
        <Modal open onClose={() => setMade(null)} title={`Key “${made.name}”`}>
          <Notice tone="warn" title="Copy it now">
            Only its hash is kept: this is the only time it can be shown.
          </Notice>
          <p className="my-3 rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
            {made.key}
          </p>
          <CopyButton text={made.key} label="Copy key" />
        </Modal>
      )}
    </Section>
  )
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKeyBody }) {
  const [asking, setAsking] = useState(false)
  const [isStolen, setStolen] = useState(false)
  const refusal = useRevokeRefusal(apiKey)
  const revoke = useAction({
    mutationFn: () => api.keys.remove(apiKey.id, { madeInSessions: isStolen }),
    onSuccess: () => showToast(`${apiKey.name} was revoked`),
    onSettled: refresh,
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <KeyRound size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">
            <MarkedText text={apiKey.name} />
          </span>
          <KeyOwner apiKey={apiKey} />{' '}
          <span className="font-mono text-xs text-ink-3">{apiKey.public_id || apiKey.id}</span>
        </p>
        <p className="text-xs text-ink-3">
          {apiKey.scopes.join(', ')} · created <Timestamp at={apiKey.created_at} /> ·{' '}
          {apiKey.last_used_at ? (
            <>
              used <Timestamp at={apiKey.last_used_at} />
            </>
          ) : (
            'never used'
          )}
          {apiKey.expires_at && (
            <>
              {' '}
              · expires <Timestamp at={apiKey.expires_at} />
            </>
          )}
        </p>
      </div>
      {refusal ? (
        <span className="text-xs text-ink-3">{refusal}</span>
      ) : (
        <IconButton label={`Revoke ${apiKey.name}`} onClick={() => setAsking(true)}>
          <Trash2 size={15} />
        </IconButton>
      )}
      <Confirm
        open={asking}
        title={`Revoke ${apiKey.name}?`}
        description={
          <>
            Whatever uses this key is refused from then on.{alsoRevoked(apiKey)}
            <label className="mt-3 flex items-start gap-2">
              <input
                type="checkbox"
                className="mt-1"
                checked={isStolen}
                onChange={(event) => setStolen(event.target.checked)}
              />
              <span>{ifStolen(apiKey)}</span>
            </label>
          </>
        }
        confirm="Revoke"
        onConfirm={() => revoke.isPending || revoke.mutate()}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}

/** What goes with the key: those that it made, which end with it. */
function alsoRevoked({ descendants }: ApiKeyBody): string {
  if (descendants === 0) return ''
  return ` It made ${descendants} other ${descendants === 1 ? 'key' : 'keys'}, revoked with it.`
}

/** What else whoever has the key could have left behind. */
function ifStolen({ made_in_sessions: made }: ApiKeyBody): string {
  const keys = made === 0 ? '' : `revoke ${made} made after signing in with it, and `
  return `It may be stolen: also ${keys}stop the triggers set up with it`
}

/** Whose key it is, unless it is one's own. */
function KeyOwner({ apiKey: { user_id } }: { readonly apiKey: ApiKeyBody }) {
  const me = useMe()
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  const holder = members.data?.items.find(({ id }) => id === user_id)
  if (!holder || holder.id === me.member.id) return null
  return <span className="text-ink-2"> of {memberLabel(holder, members.data?.items ?? [])}</span>
}

/** Why this person cannot revoke the key; undefined when they can. */
function useRevokeRefusal({ user_id, scopes }: ApiKeyBody): string | undefined {
  const me = useMe()
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  const holder = members.data?.items.find(({ id }) => id === user_id)
  const isAnOwners = holder !== undefined && holder.id !== me.member.id && isOwner(holder.role)
  if (isAnOwners && !may(me, 'owners.manage')) return 'Only an owner revokes it'
  if (scopes.every((scope) => may(me, scope))) return undefined
  return 'Sign in with a key that may do as much to revoke it'
}

const reaches = [
  { value: 'all', label: 'All the member may do' },
  { value: 'read', label: 'Read skills only' },
  { value: 'write', label: 'Read and write skills' },
] as const
type Reach = (typeof reaches)[number]['value']

const scopesOf: Record<Exclude<Reach, 'all'>, Me['permissions']> = {
  read: ['skills.read'],
  write: ['skills.read', 'skills.write'],
}

/** A key gives away no more than its maker has. */
function grantable(me: Me, reach: Reach): boolean {
  return reach === 'all' || scopesOf[reach].every((scope) => may(me, scope))
}

function CreateKey({ onMade }: { readonly onMade: (key: ApiKeyCreated) => void }) {
  const me = useMe()
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  const [name, setName] = useState('')
  const [holder, setHolder] = useState(me.member.id)
  const [reach, setReach] = useState<Reach>('all')
  const create = useMutation({
    mutationFn: (sent: string) =>
      api.keys.create({
        name: sent.trim(),
        ...(holder === me.member.id ? {} : { user_id: holder }),
        ...(reach === 'all' ? {} : { scopes: scopesOf[reach] }),
      }),
    onSuccess: async (key, sent) => {
      setName((now) => (now === sent ? '' : now))
      onMade(key)
      await refresh()
    },
  })
  const services = (members.data?.items ?? []).filter(({ kind }) => kind === 'service')
  const holders = [
    { value: me.member.id, label: `${me.member.name} (you)` },
    ...services.map((member) => ({ value: member.id, label: memberLabel(member, services) })),
  ]
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => name.trim() && create.mutate(name)}
    >
      <TextField
        label="What it is for"
        required
        maxLength={200}
        value={name}
        className="min-w-40 flex-1"
        onChange={(event) => setName(event.target.value)}
        error={create.isError ? problemOf(create.error).message : undefined}
      />
      {services.length > 0 && (
        <Choice
          label="Whose"
          value={holder}
          options={holders}
          className="w-36"
          onChange={(event) => setHolder(event.target.value)}
        />
      )}
      <Choice
        label="May"
        value={reach}
        options={reaches.filter(({ value }) => grantable(me, value))}
        className="w-52"
        onChange={(event) => setReach(event.target.value as Reach)}
      />
      <Button type="submit" disabled={create.isPending}>
        Create key
      </Button>
    </Form>
  )
}
