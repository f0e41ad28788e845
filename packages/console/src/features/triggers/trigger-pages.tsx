import type { TriggerBody, TriggerCreated } from '@repertoire/protocol'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { AlarmClock } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { editedSince } from '../../shared/design/edited-since.ts'
import { Notice } from '../../shared/design/notice.tsx'
import { OneRecord } from '../../shared/design/one-record.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PendingChanges } from '../../shared/design/pending-changes.tsx'
import { ProblemNotice } from '../../shared/design/problem-notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Toggle } from '../../shared/design/toggle.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { ShownSecret } from './shown-secret.tsx'
import { bodyOf, draftOf, newTriggerDraft, type TriggerDraft } from './trigger-draft.ts'
import { TriggerFirings } from './trigger-firings.tsx'
import { TriggerForm } from './trigger-form.tsx'
import { refreshTriggers, triggerQuery } from './trigger-queries.ts'
import { WebhookSection } from './webhook-section.tsx'

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Setting up a schedule or webhook. */
export function NewTriggerPage() {
  const navigate = useNavigate()
  const [blank] = useState(() => newTriggerDraft(timeZone))
  const [draft, setDraft] = useState(blank)
  const create = useMutation({
    mutationFn: () => api.triggers.create(bodyOf(draft)),
    onSuccess: refreshTriggers,
  })
  const open = ({ signal: { id }, secret }: TriggerCreated) =>
    secret === null && navigate({ to: '/triggers/$id', params: { id }, ignoreBlocker: true })
  const made = create.data
  if (made?.secret) {
    return (
      <Page narrow title={made.signal.name}>
        <ShownSecret id={made.signal.id} secret={made.secret} />
        <Link to="/triggers/$id" params={{ id: made.signal.id }} className={buttonClass('primary')}>
          I have kept it
        </Link>
      </Page>
    )
  }
  return (
    <Page narrow title="New trigger">
      <PendingChanges
        changed={differs(draft, blank)}
        what="the new trigger"
        saving={create.isPending}
        save={() =>
          create.mutateAsync().then(
            // A secret is shown only once: whoever leaves has to see it first.
            ({ secret }) => secret === null,
            () => false,
          )
        }
      />
      <TriggerForm
        draft={draft}
        isNew
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        onSave={() => create.mutate(undefined, { onSuccess: open })}
      >
        {create.isError && <ProblemNotice error={create.error} />}
        <Button type="submit" variant="primary" disabled={create.isPending}>
          Create trigger
        </Button>
      </TriggerForm>
    </Page>
  )
}

export function TriggerPage() {
  const { id } = useParams({ from: '/app/triggers/$id' })
  const query = useQuery(triggerQuery(id))
  return (
    <OneRecord
      query={query}
      what="trigger"
      icon={<AlarmClock size={20} />}
      gone="removed"
      all="/triggers"
    >
      {(trigger) => <EditTrigger key={id} signal={trigger} />}
    </OneRecord>
  )
}

function differs(draft: TriggerDraft, from: TriggerDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(from)
}

/** Of what makes another version of a trigger: a second one would be late for the first. */
const changing = (id: string) => ['triggers', 'change', id]

function EditTrigger({ signal: trigger }: { readonly signal: TriggerBody }) {
  const [edited, setEdited] = useState<Partial<TriggerDraft>>({})
  const stored = draftOf(trigger, timeZone)
  const draft: TriggerDraft = { ...stored, ...edited }
  const save = useMutation({
    mutationKey: changing(trigger.id),
    mutationFn: (_: Partial<TriggerDraft>) =>
      api.triggers.update(trigger.id, bodyOf(draft), trigger.etag),
    onSuccess: async (saved, sent) => {
      queryClient.setQueryData(triggerQuery(trigger.id).queryKey, saved)
      setEdited((now) => editedSince(now, sent))
      showToast('Trigger saved')
      await refreshTriggers()
    },
    onError: async (error) => {
      if (problemOf(error).status === 412) await refreshTriggers()
    },
  })
  const busy = useIsMutating({ mutationKey: changing(trigger.id) }) > 0
  return (
    <Page narrow title={trigger.name} actions={<Actions signal={trigger} />}>
      <PendingChanges
        changed={differs(draft, stored)}
        what="this trigger"
        saving={busy}
        save={() =>
          save.mutateAsync(edited).then(
            () => true,
            () => false,
          )
        }
      />
      {trigger.note && (
        <div className="mb-6">
          <Notice tone="warn" title={trigger.note.message}>
            {trigger.note.hint}
          </Notice>
        </div>
      )}
      {trigger.trigger.kind === 'webhook' && <WebhookSection id={trigger.id} />}
      <TriggerFirings id={trigger.id} />
      <div className="mb-8 border-t border-line" />
      <TriggerForm
        draft={draft}
        isNew={false}
        onChange={(change) => setEdited((before) => ({ ...before, ...change }))}
        onSave={() => !busy && save.mutate(edited)}
      >
        {save.isError && <ProblemNotice error={save.error} />}
        <Button type="submit" variant="primary" disabled={busy}>
          Save trigger
        </Button>
      </TriggerForm>
    </Page>
  )
}

function Actions({ signal: trigger }: { readonly signal: TriggerBody }) {
  const navigate = useNavigate()
  const run = useAction({
    mutationFn: () => api.triggers.run(trigger.id),
    onSuccess: () => {
      showToast('A turn was started')
      return refreshTriggers()
    },
  })
  const toggle = useAction({
    mutationKey: changing(trigger.id),
    mutationFn: (enabled: boolean) => api.triggers.update(trigger.id, { enabled }),
    onSuccess: (saved) => {
      queryClient.setQueryData(triggerQuery(trigger.id).queryKey, saved)
      return refreshTriggers()
    },
  })
  const busy = useIsMutating({ mutationKey: changing(trigger.id) }) > 0
  const remove = useAction({
    mutationFn: () => api.triggers.remove(trigger.id),
    onSuccess: async () => {
      await navigate({ to: '/triggers', ignoreBlocker: true })
      await refreshTriggers()
    },
  })
  return (
    <>
      <Toggle
        label={`${trigger.name} is enabled`}
        checked={toggle.isPending ? toggle.variables : trigger.enabled}
        disabled={busy}
        onChange={(enabled) => toggle.mutate(enabled)}
      />
      <Button disabled={!trigger.enabled || run.isPending} onClick={() => run.mutate()}>
        Run now
      </Button>
      <AskFirst
        title="Remove this trigger?"
        description={`“${trigger.name}” starts no more turns. Its conversations stay.`}
        confirm="Remove"
        onConfirm={() => remove.isPending || remove.mutate()}
      >
        <Button>Remove</Button>
      </AskFirst>
    </>
  )
}
