import type { SkillSecretBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { problemOf } from '../../../shared/api/problem.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { wholeQuery } from '../../../shared/api/query-options.ts'
import { Button, IconButton } from '../../../shared/design/button.tsx'
import { AskFirst } from '../../../shared/design/dialog.tsx'
import { TextField } from '../../../shared/design/field.tsx'
import { Form } from '../../../shared/design/form.tsx'
import { Section } from '../../../shared/design/section.tsx'
import { showToast } from '../../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../../shared/design/states.tsx'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { useAction } from '../../../shared/design/use-action.ts'

/** Names of the environment a skill's scripts get; values go in and never come back. */
export function SecretsSection({ skillId }: { readonly skillId: string }) {
  const secrets = useQuery(secretsQuery(skillId))
  const refresh = () => queryClient.invalidateQueries(secretsQuery(skillId))
  // Whoever may not write the skill has no say in its secrets.
  if (secrets.isError && problemOf(secrets.error).status === 403) return null
  return (
    <Section
      title="Secrets"
      description="Environment variables that only this skill’s own scripts get. A value is never shown again. Give them only to skills whose scripts you have read."
    >
      <QueryPlaceholder for={secrets} what="The secrets" rows={1} />
      {secrets.data && secrets.data.items.length > 0 && (
        <ul aria-label="Secrets" className="card mb-4 divide-y divide-line">
          {secrets.data.items.map((secret) => (
            <SecretRow key={secret.name} skillId={skillId} secret={secret} onChanged={refresh} />
          ))}
        </ul>
      )}
      {secrets.data && (
        <PutSecret
          skillId={skillId}
          known={secrets.data.items.map(({ name }) => name)}
          onChanged={refresh}
        />
      )}
    </Section>
  )
}

interface SecretRowProps {
  readonly skillId: string
  readonly secret: SkillSecretBody
  readonly onChanged: () => Promise<void>
}

function SecretRow({ skillId, secret, onChanged }: SecretRowProps) {
  const { name, updated_at: at } = secret
  const remove = useAction({
    mutationFn: () => api.skillSecrets.remove(skillId, name),
    onSuccess: () => showToast(`${name} was removed`),
    onSettled: onChanged,
  })
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <KeyRound size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-mono text-xs [overflow-wrap:anywhere]">{name}</p>
        <p className="text-xs text-ink-3">
          set <Timestamp at={at} />
        </p>
      </div>
      <AskFirst
        title={`Remove ${name}?`}
        description="Scripts of this skill run without it from then on. Its value cannot be brought back."
        confirm="Remove"
        onConfirm={() => remove.mutate()}
      >
        <IconButton label={`Remove ${name}`} disabled={remove.isPending}>
          <Trash2 size={15} aria-hidden="true" />
        </IconButton>
      </AskFirst>
    </li>
  )
}

interface PutSecretProps {
  readonly skillId: string
  readonly known: readonly string[]
  readonly onChanged: () => Promise<void>
}

/** Adds a secret, or gives one that is there another value. */
function PutSecret({ skillId, known, onChanged }: PutSecretProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const wanted = name.trim()
  const replaces = known.includes(wanted)
  const put = useMutation({
    mutationFn: (sent: { name: string; value: string; replaces: boolean }) =>
      api.skillSecrets.put(skillId, sent.name.trim(), sent.value),
    onSuccess: async ({ name: put }, sent) => {
      setName((now) => (now === sent.name ? '' : now))
      setValue((now) => (now === sent.value ? '' : now))
      showToast(sent.replaces ? `${put} has its new value` : `${put} was added`)
      await onChanged()
    },
  })
  const problem = put.isError ? problemOf(put.error) : null
  return (
    <Form
      className="flex flex-wrap items-start gap-2"
      onSubmit={() => wanted && value && put.mutate({ name, value, replaces })}
    >
      <TextField
        label="Name of the variable"
        mono
        required
        maxLength={100}
        value={name}
        className="min-w-44 flex-1"
        onChange={(event) => setName(event.target.value)}
        hint={replaces ? 'There already: its value is replaced.' : undefined}
        error={problem ? [problem.message, problem.hint].filter(Boolean).join(' ') : undefined}
      />
      <TextField
        label="Value"
        type="password"
        mono
        required
        autoComplete="new-password"
        value={value}
        className="min-w-44 flex-1"
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" disabled={put.isPending} className="mt-[1.45rem]">
        {replaces ? 'Replace' : 'Add secret'}
      </Button>
    </Form>
  )
}

function secretsQuery(skillId: string) {
  return wholeQuery(['skills', 'secrets', skillId], () => api.skillSecrets.list(skillId))
}
