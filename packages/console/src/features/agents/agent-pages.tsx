import type { AgentBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { editedSince } from '../../shared/design/edited-since.ts'
import { Notice } from '../../shared/design/notice.tsx'
import { OneRecord } from '../../shared/design/one-record.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PendingChanges } from '../../shared/design/pending-changes.tsx'
import { ProblemNotice } from '../../shared/design/problem-notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { agentQuery, refreshAgents } from '../../shared/queries/agent-queries.ts'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { type AgentDraft, changesOf, newAgentDraft } from './agent-draft.ts'
import { AgentForm } from './agent-form.tsx'

/** Setting up an agent. */
export function NewAgentPage() {
  return (
    <AllowedPage title="New agent" needs="agents.write" does="sets up agents">
      <NewAgent />
    </AllowedPage>
  )
}

function NewAgent() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(newAgentDraft)
  const create = useMutation({
    mutationFn: () => api.agents.create(draft),
    onSuccess: async (agent) => {
      await refreshAgents()
      showToast(`${agent.name} is set up`)
    },
  })
  const open = ({ id }: AgentBody) =>
    navigate({ to: '/agents/$id', params: { id }, ignoreBlocker: true })
  return (
    <Page narrow title="New agent">
      <PendingChanges
        changed={Object.keys(changesOf(newAgentDraft, draft)).length > 0}
        what="the new agent"
        saving={create.isPending}
        save={() => succeeds(create.mutateAsync())}
      />
      <AgentForm
        draft={draft}
        writable
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        onSave={() => create.mutate(undefined, { onSuccess: open })}
      >
        {create.isError && <ProblemNotice error={create.error} whenStale={whenStale} />}
        <Button type="submit" variant="primary" disabled={create.isPending}>
          Create agent
        </Button>
      </AgentForm>
    </Page>
  )
}

export function AgentPage() {
  const { id } = useParams({ from: '/app/agents/$id' })
  const query = useQuery(agentQuery(id))
  return (
    <OneRecord query={query} what="agent" icon={<Bot size={20} />} gone="deleted" all="/agents">
      {(agent) => <EditAgent key={id} agent={agent} />}
    </OneRecord>
  )
}

function EditAgent({ agent }: { readonly agent: AgentBody }) {
  const writable = useCan('agents.write')
  const [edited, setEdited] = useState<Partial<AgentDraft>>({})
  const draft: AgentDraft = { ...agent, ...edited }
  const changes = changesOf(agent, draft)
  const changed = Object.keys(changes).length > 0
  const save = useMutation({
    mutationFn: (_: Partial<AgentDraft>) => api.agents.update(agent.id, changes, agent.etag),
    onSuccess: async (saved, sent) => {
      queryClient.setQueryData(agentQuery(agent.id).queryKey, saved)
      setEdited((now) => editedSince(now, sent))
      showToast('Agent saved')
      await refreshAgents()
    },
    onError: async (error) => {
      // Somebody else changed it: show theirs with what was edited here on top, ready to save again.
      if (problemOf(error).status === 412) {
        await queryClient.invalidateQueries(agentQuery(agent.id))
      }
    },
  })
  return (
    <Page
      narrow
      title={agent.name}
      subtitle="Turns under way go on with it as it is saved."
      actions={
        <Link to="/chat" search={{ agent: agent.id }} className={buttonClass()}>
          Start a conversation
        </Link>
      }
    >
      <PendingChanges
        changed={changed}
        what="this agent"
        saving={save.isPending}
        save={() => succeeds(save.mutateAsync(edited))}
      />
      {!writable && (
        <div className="mb-4">
          <Notice title="You can read this agent, but not change it">
            It is set up for everybody here. Ask an owner or admin to change it.
          </Notice>
        </div>
      )}
      <AgentForm
        draft={draft}
        writable={writable}
        onChange={(change) => setEdited((before) => ({ ...before, ...change }))}
        onSave={() => changed && save.mutate(edited)}
      >
        {save.isError && <ProblemNotice error={save.error} whenStale={whenStale} />}
        {writable && (
          <div className="flex gap-2">
            <Button type="submit" variant="primary" disabled={!changed || save.isPending}>
              Save agent
            </Button>
            {changed && <Button onClick={() => setEdited({})}>Discard</Button>}
          </div>
        )}
      </AgentForm>
    </Page>
  )
}

const succeeds = (done: Promise<unknown>) =>
  done.then(
    () => true,
    () => false,
  )

const whenStale = 'The newest is shown now, with your changes on top. Save again to keep yours.'
