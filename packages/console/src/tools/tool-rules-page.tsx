import type { ToolStandingBody, ToolTier } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { Badge } from '../design/badge.tsx'
import { Confirm } from '../design/dialog.tsx'
import { TextField } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { Page } from '../design/page.tsx'
import { Failed, Loading } from '../design/states.tsx'
import { visibleText } from '../observations/visible-text.ts'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient, settingsQuery } from '../shell/queries.ts'
import { isLower, ruleOptions } from './rule-choice.ts'
import { toolsQuery } from './tool-queries.ts'

/** Every tool with the rule it stands under, where the rule comes from, and another to choose (E6). */
export function ToolRulesPage() {
  const tools = useQuery(toolsQuery)
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const items = (tools.data?.items ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
  const unavailable = tools.data?.unavailable ?? []
  return (
    <Page
      title="Rules for tools"
      subtitle={
        <>
          What a tool needs before it is called, whichever skill suggested it. No skill can change
          this.{' '}
          <Link to="/settings" className="text-accent-ink underline underline-offset-2">
            Settings
          </Link>
        </>
      }
    >
      {tools.isPending && <Loading label="Loading tools" />}
      {tools.isError && (
        <Failed
          what="Tools could not be read"
          error={tools.error}
          onRetry={() => void tools.refetch()}
        />
      )}
      {unavailable.length > 0 && (
        <Notice tone="warn" title="Some connectors did not answer">
          {unavailable.join(', ')}
        </Notice>
      )}
      {tools.data && (
        <>
          <TextField
            label="Find a tool"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className="my-4 max-w-sm"
          />
          <ul aria-label="Tools" className="card divide-y divide-line">
            {items.map((tool) => (
              <ToolRow key={tool.name} tool={tool} />
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

const origins: Record<ToolStandingBody['source'], string> = {
  'built-in': 'Built in',
  connector: 'Connector',
  agent: 'Written by an agent',
}

function ToolRow({ tool }: { readonly tool: ToolStandingBody }) {
  const { name, description, source, tier, own_tier: own, from } = tool
  const [asking, setAsking] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: (value: string) => save(name, value),
    onError: (error) =>
      toast.error(problemOf(error).message, { description: problemOf(error).hint }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: toolsQuery.queryKey }),
  })
  const chosen = from === 'organisation' ? (tier ?? '') : ''
  function choose(value: string): void {
    const next = value === '' ? own : (value as ToolTier)
    if (isLower(next, tier)) setAsking(value)
    else change.mutate(value)
  }
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-mono text-xs [overflow-wrap:anywhere]">
          {visibleText(name)} <Badge tone="neutral">{origins[source]}</Badge>
        </p>
        <p className="line-clamp-2 text-xs text-ink-3" title={visibleText(description)}>
          {visibleText(description)}
        </p>
      </div>
      <select
        aria-label={`Rule for ${name}`}
        value={change.isPending ? change.variables : chosen}
        disabled={change.isPending}
        onChange={(event) => choose(event.target.value)}
        className="field-base h-8 w-60 py-0"
      >
        {ruleOptions(own).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Ask less about ${visibleText(name)}?`}
        description={
          <>
            {ruleOptions(own).find(({ value }) => value === asking)?.label}. Anything an agent reads
            — a web page, a file, a message — may try to make it call this tool. The question to a
            person is what stands between. The change is kept in the audit log.
          </>
        }
        confirm="Ask less"
        onConfirm={() => {
          if (asking !== null) change.mutate(asking)
          setAsking(null)
        }}
      />
    </li>
  )
}

/** Empty: the tool has its own rule again. */
async function save(name: string, value: string): Promise<void> {
  const current = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })
  const { [name]: _before, ...others } = current.tool_tiers
  const tool_tiers = value === '' ? others : { ...others, [name]: value as ToolTier }
  const saved = await api.settings.update({ tool_tiers }, current.etag)
  queryClient.setQueryData(settingsQuery.queryKey, saved)
}
