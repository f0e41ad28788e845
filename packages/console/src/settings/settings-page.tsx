import { useQuery } from '@tanstack/react-query'
import { AuthoredSection } from '../authored/authored-section.tsx'
import { Button } from '../design/button.tsx'
import { Page } from '../design/page.tsx'
import { Section } from '../design/section.tsx'
import { QueryPlaceholder } from '../design/states.tsx'
import { Toggle } from '../design/toggle.tsx'
import { MemoriesSection } from '../memories/memories-section.tsx'
import { setShortcutsOn, useShortcutsOn } from '../shell/preferences.ts'
import { settingsQuery } from '../shell/queries.ts'
import { signOut } from '../shell/sign-out.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { useCan, useMe } from '../shell/use-me.ts'
import { ToolsSection } from '../tools/tools-section.tsx'
import { ConnectedAppsSection } from './connected-apps-section.tsx'
import { ConnectorsSection } from './connectors-section.tsx'
import { CuratorSection } from './curator-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { MembersSection } from './members-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { QuotasSection } from './quotas-section.tsx'
import { SandboxSection } from './sandbox-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SkillSettings } from './skill-settings.tsx'

export function SettingsPage() {
  const settings = useQuery(settingsQuery)
  const writable = useCan('settings.write')
  const usesConversations = useCan('conversations.use')
  const managesMembers = useCan('members.write')
  const readsSkills = useCan('skills.read')
  return (
    <Page
      narrow
      title="Settings"
      subtitle={writable ? undefined : 'Only owners and admins change these; you can read them.'}
    >
      <QueryPlaceholder for={settings} what="Settings" />
      {writable && <ModelsSection />}
      {settings.data && <SkillSettings settings={settings.data} writable={writable} />}
      {readsSkills && <AuthoredSection />}
      {usesConversations && <MemoriesSection />}
      {usesConversations && <ConnectorsSection writable={writable} />}
      {usesConversations && <ToolsSection writable={writable} />}
      {usesConversations && <SandboxSection />}
      {readsSkills && <CuratorSection runs={writable} />}
      {managesMembers && <MembersSection />}
      <KeysSection />
      <ConnectedAppsSection />
      <PasskeysSection />
      <SessionsSection />
      <QuotasSection />
      <ThisBrowser />
    </Page>
  )
}

function ThisBrowser() {
  const shortcuts = useShortcutsOn()
  const { version, member } = useMe()
  return (
    <Section title="This browser" description="Kept here only, for nobody else.">
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>Theme</p>
          <ThemeSwitch />
        </div>
        <div className="flex items-center justify-between gap-3">
          <div>
            <p>Single-key shortcuts</p>
            <p className="text-xs text-ink-3">Press ? to see them. Cmd/Ctrl-K works either way.</p>
          </div>
          <Toggle label="Single-key shortcuts" checked={shortcuts} onChange={setShortcutsOn} />
        </div>
        <div className="flex items-center justify-between gap-3">
          <p className="text-ink-2">
            Signed in as {member.name}. <span className="text-ink-3">Repertoire {version}</span>
          </p>
          <Button onClick={() => void signOut()}>Sign out</Button>
        </div>
      </div>
    </Section>
  )
}
