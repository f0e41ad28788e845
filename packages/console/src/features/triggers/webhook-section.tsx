import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { Section } from '../../shared/design/section.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { ShownSecret } from './shown-secret.tsx'
import { refreshTriggers } from './trigger-queries.ts'

/** Where deliveries go, and the secret they are signed with, which is shown once. */
export function WebhookSection({ id }: { readonly id: string }) {
  const [asking, setAsking] = useState(false)
  const renew = useAction({
    mutationFn: () => api.triggers.renewSecret(id),
    onSuccess: refreshTriggers,
  })
  return (
    <Section
      title="Deliveries"
      description="Signed with a secret that was shown once, when the webhook was made."
    >
      <dl className="mb-4 flex flex-col gap-2 text-xs">
        <Fact
          name="Address"
          copy="Copy the address"
          value={`${window.location.origin}/api/v1/trigger-deliveries`}
        />
        <Fact name="Header repertoire-trigger" copy="Copy the id" value={id} />
      </dl>
      {renew.data ? (
        <ShownSecret id={id} secret={renew.data.secret} />
      ) : (
        <Button disabled={renew.isPending} onClick={() => setAsking(true)}>
          Give it another secret
        </Button>
      )}
      <Confirm
        open={asking}
        title="Give it another secret?"
        description="Nothing that is signed with the one before is taken any more, from now on. Whoever delivers needs the new one."
        confirm="Give it another"
        onConfirm={() => renew.mutate()}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}

interface FactProps {
  readonly name: string
  readonly value: string
  readonly copy: string
}

function Fact({ name, value, copy }: FactProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <dt className="w-44 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2">
        <code className="font-mono [overflow-wrap:anywhere]">{value}</code>
        <CopyButton text={value} label={copy} />
      </dd>
    </div>
  )
}
