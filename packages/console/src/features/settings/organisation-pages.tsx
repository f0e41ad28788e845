import { useRef } from 'react'
import { NumberField, TextArea } from '../../shared/design/field.tsx'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { Section } from '../../shared/design/section.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { AuthoredSection } from '../authored/authored-section.tsx'
import { SignerSettings } from '../signers/signer-settings.tsx'
import { ToolsSection } from '../tools/tools-section.tsx'
import { AgentSettings } from './agent-settings.tsx'
import { AgentSkillSettings } from './agent-skill-settings.tsx'
import { meanings } from './allowed-tools-meanings.ts'
import { CatalogueSettings } from './catalogue-settings.tsx'
import { CuratorSection } from './curator-section.tsx'
import { EgressSettings } from './egress-settings.tsx'
import { InboxNotificationSection } from './inbox-notification-section.tsx'
import { LicenceSettings } from './licence-settings.tsx'
import { policies } from './policies.ts'
import { PromptBudget } from './prompt-budget.tsx'
import { RegistrySettings } from './registry-settings.tsx'
import { ScannerSettings } from './scanner-settings.tsx'
import { SearchLogSettings } from './search-log-settings.tsx'
import type { EditedSettings } from './settings-form.tsx'
import { SettingsPage } from './settings-page.tsx'
import { SynonymSettings } from './synonym-settings.tsx'
import { RetestSettings, UpdateSettings } from './update-settings.tsx'

export function GeneralSettingsPage() {
  return (
    <SettingsPage
      title="General"
      form={(edited) => (
        <>
          <OrganisationPolicies {...edited} />
          <RegistrySettings {...edited} />
        </>
      )}
    />
  )
}

function OrganisationPolicies({ form, writable, set }: EditedSettings) {
  return (
    <Section
      title="Organisation policies"
      description="Stands first in every system prompt, before memory and skills."
    >
      <TextArea
        label="Text for every agent"
        rows={6}
        maxLength={50_000}
        disabled={!writable}
        value={form.organisation_policies}
        onChange={(event) => set({ organisation_policies: event.target.value })}
      />
    </Section>
  )
}

export function SkillSettingsPage() {
  const writable = useCan('settings.write')
  const readsSkills = useCan('skills.read')
  return (
    <SettingsPage
      title="Skills and budget"
      form={(edited) => (
        <>
          <PromptBudget {...edited} />
          <AgentSkillSettings {...edited} />
          <UpdateSettings {...edited} />
          <RetestSettings {...edited} />
          <ScannerSettings {...edited} />
          <LicenceSettings {...edited} />
          <SignerSettings {...edited} />
        </>
      )}
    >
      {readsSkills && <CuratorSection runs={writable} />}
    </SettingsPage>
  )
}

export function ApprovalSettingsPage() {
  const writable = useCan('settings.write')
  const usesConversations = useCan('conversations.use')
  const sendsDigest = useCan('notification.change')
  return (
    <SettingsPage
      title="Approvals"
      form={(edited) => (
        <>
          <Activation {...edited} />
          <ListedTools {...edited} />
        </>
      )}
    >
      {sendsDigest && <InboxNotificationSection />}
      {usesConversations && <ToolsSection writable={writable} />}
    </SettingsPage>
  )
}

function Activation({ form, writable, set }: EditedSettings) {
  return (
    <Section title="Activation" description="Who has to agree before an agent uses a skill.">
      <RadioList
        label="Enablement policy"
        value={form.skill_enablement_policy}
        options={policies}
        disabled={!writable}
        onChange={(policy) => set({ skill_enablement_policy: policy })}
      />
      <NumberField
        label="Minutes to answer an approval"
        min={1}
        max={43_200}
        className="mt-4 max-w-60"
        disabled={!writable}
        value={form.approval_ttl_minutes}
        onChange={(minutes) => set({ approval_ttl_minutes: minutes })}
        hint="After that the question expires and the agent goes on without the skill."
      />
    </Section>
  )
}

function ListedTools({ form, writable, set }: EditedSettings) {
  return (
    <Section
      title="Tools that skills list"
      description="What allowed-tools of a skill means. The details of a skill can say otherwise for it alone."
    >
      <RadioList
        label="What the tools that a skill lists mean"
        value={form.allowed_tools_meaning}
        options={meanings}
        disabled={!writable}
        onChange={(meaning) => set({ allowed_tools_meaning: meaning })}
      />
    </Section>
  )
}

export function RoutingSettingsPage() {
  const synonyms = useRef<HTMLTextAreaElement>(null)
  return (
    <SettingsPage
      title="Routing"
      form={(edited) => (
        <>
          <CatalogueSettings {...edited} />
          <SynonymSettings {...edited} fieldRef={synonyms} />
          <SearchLogSettings {...edited} onSynonym={() => synonyms.current?.focus()} />
        </>
      )}
    />
  )
}

export function AgentToolsPage() {
  const readsSkills = useCan('skills.read')
  return (
    <SettingsPage
      title="Agents’ tools"
      form={(edited) => (
        <>
          <AgentSettings {...edited} />
          <EgressSettings
            list={edited.form.egress_allow_list}
            writable={edited.writable}
            onChange={(list) => edited.set({ egress_allow_list: list })}
          />
        </>
      )}
    >
      {readsSkills && <AuthoredSection />}
    </SettingsPage>
  )
}
