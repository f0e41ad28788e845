import type { InboxNotificationBody, InboxNotificationSet } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { inboxNotificationQuery } from '../../shared/queries/organisation-queries.ts'
import { InboxNotificationDialog } from './inbox-notification-dialog.tsx'
import { failureText } from './notification-failure.ts'

/** Where the digest of the inbox is sent, and what happened last. For owners. */
export function InboxNotificationSection() {
  const stored = useQuery(inboxNotificationQuery)
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const notification = stored.data?.notification ?? null
  return (
    <Section
      title="Digest of the inbox"
      description="How much waits for you, sent to a webhook. Numbers alone: no names, and no untrusted text."
    >
      <QueryPlaceholder for={stored} what="The digest" rows={2} />
      {stored.data && !notification && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-2">Nothing is sent. People find what waits when they look.</p>
          <Button onClick={() => setEditing(true)}>Have a digest sent…</Button>
        </div>
      )}
      {notification && (
        <NotificationRow
          notification={notification}
          onEdit={() => setEditing(true)}
          onOff={() => setSecret(null)}
        />
      )}
      {secret !== null && <NewSecret secret={secret} />}
      {editing && (
        <InboxNotificationDialog
          notification={notification}
          onSaved={({ secret: made }: InboxNotificationSet) => setSecret(made)}
          onClose={() => setEditing(false)}
        />
      )}
    </Section>
  )
}

interface NotificationRowProps {
  readonly notification: InboxNotificationBody
  readonly onEdit: () => void
  readonly onOff: () => void
}

function NotificationRow({ notification, onEdit, onOff }: NotificationRowProps) {
  const test = useAction({
    mutationFn: () => api.inboxNotification.test(),
  })
  const remove = useAction({
    mutationFn: () => api.inboxNotification.remove(),
    onSuccess: () => {
      showToast('No digest is sent any more')
      onOff()
    },
    onSettled: () => queryClient.invalidateQueries(inboxNotificationQuery),
  })
  return (
    <div className="flex flex-col gap-4">
      <Facts notification={notification} />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Sending' : 'Send a test'}
        </Button>
        <Button onClick={onEdit}>Change…</Button>
        <AskFirst
          title="Switch the digest off?"
          description="Its address and its secret are deleted, and cannot be brought back."
          confirm="Switch off"
          onConfirm={() => remove.mutate()}
        >
          <Button>Switch off…</Button>
        </AskFirst>
      </div>
      <p role="status" className="text-xs empty:hidden">
        {test.data && (
          <span className={test.data.ok ? 'text-good-ink' : 'text-bad-ink'}>
            {test.data.message} {test.data.hint}
          </span>
        )}
      </p>
    </div>
  )
}

function Facts({ notification }: Pick<NotificationRowProps, 'notification'>) {
  const { url, interval, minimum, last_sent_at: sent, next_at: next } = notification
  const failed = failureText(notification)
  return (
    <div className="flex flex-col gap-3">
      <dl className="card divide-y divide-line">
        <Fact name="Address">
          <span className="font-mono text-xs [overflow-wrap:anywhere]">{url}</span>
        </Fact>
        <Fact name="Sent">
          {interval}, when at least {plural(minimum, 'entry', 'entries')}{' '}
          {minimum === 1 ? 'waits' : 'wait'}
        </Fact>
        <Fact name="Last">{sent ? <Timestamp at={sent} /> : 'never'}</Fact>
        {!failed && (
          <Fact name="Next">
            {Date.parse(next) > Date.now() ? (
              <>
                <Timestamp at={next} /> at the earliest
              </>
            ) : (
              'as soon as enough waits'
            )}
          </Fact>
        )}
      </dl>
      {failed && (
        <Notice tone="bad" title={failed.title}>
          {failed.next} <Timestamp at={next} />. Send a test to see what comes back.
        </Notice>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 px-4 py-2">
      <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 basis-48">{children}</dd>
    </div>
  )
}

function NewSecret({ secret }: { readonly secret: string }) {
  return (
    <div className="mt-4">
      <Notice
        tone="warn"
        title="Keep this secret now: it is not shown again"
        actions={<CopyButton text={secret} label="Copy the secret" />}
      >
        <code className="font-mono">{secret}</code>
      </Notice>
    </div>
  )
}
