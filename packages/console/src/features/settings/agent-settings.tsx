import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import { presetsQuery } from '../../shared/queries/organisation-queries.ts'
import type { EditedSettings } from './settings-form.tsx'
import { presetOf, ToolsetPresets } from './toolset-presets.tsx'
import { Toolsets } from './toolsets.tsx'

/** What agents may reach. */
export function AgentSettings({ form, writable, set }: Omit<EditedSettings, 'saved'>) {
  const { data: presets } = useQuery(presetsQuery)
  const noPreset = presets !== undefined && presetOf(presets, form.toolsets) === undefined
  const [open, setOpen] = useState(false)
  // Choosing a preset does not close it: what is being read stays where it is.
  useEffect(() => {
    if (noPreset) setOpen(true)
  }, [noPreset])
  return (
    <Section
      title="Tools"
      description="What agents can do with skills, in conversations without an agent of its own. Runs that have started keep theirs."
    >
      <ToolsetPresets
        chosen={form.toolsets}
        disabled={!writable}
        onChange={(names) => set({ toolsets: names })}
      />
      <details className="mt-4" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="mb-2 min-h-6 cursor-pointer py-1 text-xs text-ink-2 hover:text-ink">
          Choose the groups of tools one by one
        </summary>
        <Toolsets
          chosen={form.toolsets}
          disabled={!writable}
          onChange={(names) => set({ toolsets: names })}
        />
      </details>
      <ExplainedToggle
        label="Let agents read web pages"
        explains="Public addresses only, with limits on size and time."
        className="mt-4 mb-3"
        checked={form.web_fetch_enabled}
        disabled={!writable}
        onChange={(on) => set({ web_fetch_enabled: on })}
      />
      {form.web_fetch_enabled && (
        <Notice tone="warn">
          A page can try to talk an agent into something, and an address that an agent requests can
          carry what it knows. After the first page the agent asks before each further one, unless
          its host is listed below. Leave this off where conversations hold secrets.
        </Notice>
      )}
    </Section>
  )
}
