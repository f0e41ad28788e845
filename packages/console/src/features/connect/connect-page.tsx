import { Tabs } from '@base-ui/react/tabs'
import type { ApiKeyCreated } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Section } from '../../shared/design/section.tsx'
import { TabList } from '../../shared/design/tab-list.tsx'
import { IntegrationTabs } from '../integrations/integration-tabs.tsx'
import { clientSetups, keyPlaceholder } from './client-setups.ts'
import { CollectionsSection } from './collections-section.tsx'
import { ConnectKey } from './connect-key.tsx'

const presets = [
  { value: '', label: 'Search, enable, run scripts, propose' },
  { value: 'read-only', label: 'Search and read only' },
  { value: 'routed', label: 'Choose a set of skills for each task' },
] as const

/** How a person’s own agent gets the organisation’s skills, over MCP. */
export function ConnectPage() {
  const [key, setKey] = useState<ApiKeyCreated | null>(null)
  const [preset, setPreset] = useState('')
  const endpoint = `${window.location.origin}/mcp${preset === '' ? '' : `?preset=${preset}`}`
  return (
    <Page
      narrow
      title="Connect your agent"
      subtitle="Claude Code, Codex, Cursor and every other agent that speaks MCP can use these skills, under the same approvals."
    >
      <IntegrationTabs />
      <Section
        title="By its address alone"
        description="An agent that speaks OAuth asks you on this page, and needs no key. You end it under Settings."
      >
        <pre className="mb-2 overflow-x-auto whitespace-pre-wrap rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {endpoint}
        </pre>
        <CopyButton text={endpoint} label="Copy address" />
      </Section>
      <Section
        title="1. Or a key for it"
        description="The agent acts with your name, and with what this key may do."
      >
        <ConnectKey made={key} onMade={setKey} />
      </Section>
      <Section
        title="2. Tell it where the skills are"
        description="What it calls is a conversation of yours, with every step."
      >
        <Choice
          label="Tools it is offered (what it may do, its key says)"
          value={preset}
          options={presets}
          className="mb-4 max-w-80"
          onChange={({ target }) => setPreset(target.value)}
        />
        <Tabs.Root defaultValue={clientSetups[0]?.id}>
          <TabList
            label="Agent"
            tabs={clientSetups.map(({ id, label }) => ({ value: id, label }))}
          />
          {clientSetups.map(({ id, into, text }) => {
            const shown = text(endpoint, key?.key ?? keyPlaceholder)
            return (
              <Tabs.Panel key={id} value={id} className="flex flex-col gap-2 pt-4">
                <p className="text-xs text-ink-2">{into}:</p>
                <pre className="overflow-x-auto whitespace-pre-wrap rounded-md border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
                  {shown}
                </pre>
                <div>
                  <CopyButton text={shown} />
                </div>
              </Tabs.Panel>
            )
          })}
        </Tabs.Root>
      </Section>
      <Section title="3. Ask it something" description="Where a person has to approve, it says so.">
        <p className="text-ink-2">
          Try “Which skills do you have for incidents?”. Questions wait in the{' '}
          <Link to="/inbox" className="underline">
            Inbox
          </Link>
          , and what it did is under{' '}
          <Link to="/traces" className="underline">
            Traces
          </Link>
          .
        </p>
      </Section>
      <CollectionsSection />
    </Page>
  )
}
