import type { ApiKeyCreated } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { keysQuery } from '../../shared/queries/organisation-queries.ts'
import { may } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'

/** How often is looked whether the agent has called, in milliseconds. */
const lookInterval = 2_000

/** What an agent needs: to search and read, to run scripts, and to propose. */
const scopes = ['conversations.use', 'skills.read', 'skills.write'] as const

interface ConnectKeyProps {
  readonly made: ApiKeyCreated | null
  readonly onMade: (key: ApiKeyCreated) => void
}

/** Makes the key, shows it once, and says when the agent has used it. */
export function ConnectKey({ made, onMade }: ConnectKeyProps) {
  const me = useMe()
  const create = useAction({
    mutationFn: () =>
      api.keys.create({ name: 'My agent', scopes: scopes.filter((scope) => may(me, scope)) }),
    onSuccess: onMade,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  })
  if (!made)
    return (
      <Button variant="primary" disabled={create.isPending} onClick={() => create.mutate()}>
        {create.isPending ? 'Making a key…' : 'Make a key'}
      </Button>
    )
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warn" title="Copy it now, or what is below with it">
        Only its hash is kept: this is the only time it can be shown. Revoke it under Settings.
      </Notice>
      <p className="rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
        {made.key}
      </p>
      <div>
        <CopyButton text={made.key} label="Copy key" />
      </div>
      <LastSeen id={made.id} />
    </div>
  )
}

function LastSeen({ id }: { readonly id: string }) {
  const { data } = useQuery({ ...keysQuery, refetchInterval: lookInterval })
  const at = data?.items.find((key) => key.id === id)?.last_used_at
  return (
    <p role="status" className="text-xs text-ink-2">
      {at ? (
        <>
          Connected: it called <Timestamp at={at} />.
        </>
      ) : (
        'It has not called yet. This line says so when it does.'
      )}
    </p>
  )
}
