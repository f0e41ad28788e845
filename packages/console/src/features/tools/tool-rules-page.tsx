import type { ToolStandingBody, ToolTier } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { useRef, useState } from 'react'
import { queryClient, settingsQuery } from '../../shared/api/queries.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusBack } from '../../shared/design/use-focus-back.ts'
import { changeSettings, settingsScope } from '../../shared/queries/change-settings.ts'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { tierLabel } from '../approvals/tier-labels.ts'
import { isLower, ruleOptions, ruleWithout } from './rule-choice.ts'
import { toolsQuery } from './tool-queries.ts'

/** Every tool with the rule it stands under, where the rule comes from, and another to choose. */
export function ToolRulesPage() {
  return (
    <AllowedPage title="Rules for tools" needs="settings.write" does="sets rules for tools">
      <ToolRules />
    </AllowedPage>
  )
}

function ToolRules() {
  const tools = useQuery(toolsQuery)
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  const [changed, setChanged] = useState(false)
  const settings = useQuery(settingsQuery)
  const set = settings.data?.tool_tiers
  const items = (tools.data?.items ?? []).filter(
    ({ name }) =>
      name.toLowerCase().includes(wanted) && (!changed || (set && Object.hasOwn(set, name))),
  )
  const unavailable = tools.data?.unavailable ?? []
  return (
    <Page
      title="Rules for tools"
      subtitle={
        <>
          What a tool needs before it is called, whichever skill suggested it. No skill can change
          this.{' '}
          <Link to="/settings/approvals" className="text-accent-ink underline underline-offset-2">
            Approvals
          </Link>
        </>
      }
    >
      <QueryPlaceholder for={tools.data ? settings : tools} what="Tools" />
      {unavailable.length > 0 && (
        <div className="mb-5">
          <Notice tone="warn" title="Some connectors did not answer">
            The tools of {unavailable.join(', ')} are not listed. Their rules hold all the same.
          </Notice>
        </div>
      )}
      {tools.data && set && (
        <>
          <Meanings />
          <div className="my-5 flex flex-wrap items-end gap-x-6 gap-y-3">
            <TextField
              label="Find a tool"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              className="w-full sm:w-80"
            />
            <div className="flex min-h-8 items-center gap-2">
              <Toggle
                label="Only those with a rule set here"
                checked={changed}
                onChange={setChanged}
              />
              <span aria-hidden="true">Only those with a rule set here</span>
            </div>
          </div>
          {items.length === 0 ? (
            <Empty icon={<Wrench size={20} />} title="No tool fits">
              {changed && wanted === ''
                ? 'No rule is set here. Every tool follows its own.'
                : 'Try a part of its name.'}
            </Empty>
          ) : (
            <ul aria-label="Tools" className="card divide-y divide-line">
              {items.map((tool) => (
                <ToolRow key={tool.name} tool={tool} set={set} />
              ))}
            </ul>
          )}
        </>
      )}
    </Page>
  )
}

/** What the choices mean, once for all rows. */
function Meanings() {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-xs sm:grid-cols-2">
      {Object.values(tierLabel).map(({ label, means }) => (
        <div key={label}>
          <dt className="inline font-medium">{label}: </dt>
          <dd className="inline text-ink-2">{means}</dd>
        </div>
      ))}
      <div className="sm:col-span-2">
        <dt className="inline font-medium">Its own rules: </dt>
        <dd className="inline text-ink-2">
          A tool of the product asks where something would change for others: skills of the library,
          code an agent wrote, the use of a connector. In turns nobody starts, whatever would ask
          needs a{' '}
          <Link to="/settings/grants" search={{}} className="underline underline-offset-2">
            grant
          </Link>
          .
        </dd>
      </div>
    </dl>
  )
}

const origins: Record<ToolStandingBody['source'], string> = {
  'built-in': 'Built in',
  connector: 'Connector',
  agent: 'Written by an agent',
}

interface ToolRowProps {
  readonly tool: ToolStandingBody
  readonly set: Readonly<Record<string, ToolTier>>
}

function ToolRow({ tool, set }: ToolRowProps) {
  const { name, description, source, tier, own_tier: own } = tool
  const without = ruleWithout(name, own, set)
  const options = ruleOptions(without)
  const [asking, setAsking] = useState<string | null>(null)
  const change = useAction({
    scope: settingsScope,
    mutationFn: (value: string) => save(name, value),
    onSettled: () => queryClient.invalidateQueries({ queryKey: toolsQuery.queryKey }),
  })
  const select = useRef<HTMLSelectElement>(null)
  useFocusBack(select, change.isPending)
  const chosen = (Object.hasOwn(set, name) ? set[name] : undefined) ?? ''
  function choose(value: string): void {
    const next = value === '' ? without.tier : (value as ToolTier)
    if (isLower(next, tier)) setAsking(value)
    else change.mutate(value)
  }
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs font-medium [overflow-wrap:anywhere]">
            <MarkedText text={name} />
          </span>
          <span className="text-xs text-ink-3">{origins[source]}</span>
          {chosen !== '' && <Badge tone="accent">Set here</Badge>}
        </p>
        <p className="line-clamp-2 text-xs text-ink-3" title={renderAnnotations(description)}>
          <MarkedText text={description} />
        </p>
      </div>
      <select
        ref={select}
        aria-label={`Rule for ${name}`}
        value={change.isPending ? change.variables : chosen}
        disabled={change.isPending}
        onChange={(event) => choose(event.target.value)}
        className="field-base h-8 w-full py-0 sm:w-64"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Ask less about ${renderAnnotations(name)}?`}
        description={
          <>
            {options.find(({ value }) => value === asking)?.label}. Anything an agent reads — a web
            page, a file, a message — may try to make it call this tool. The question to a person is
            what stands between. The change is kept in the audit log.
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
  await changeSettings(({ tool_tiers: { [name]: _before, ...others } }) => ({
    tool_tiers: value === '' ? others : { ...others, [name]: value as ToolTier },
  }))
}
