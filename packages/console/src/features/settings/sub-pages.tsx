import { setShortcutsOn, useShortcutsOn } from '../../shared/browser/preferences.ts'
import { Button } from '../../shared/design/button.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Section } from '../../shared/design/section.tsx'
import { ThemeSwitch } from '../../shared/design/theme-switch.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { signOut } from '../../shared/session/sign-out.ts'
import { useCan, useMe } from '../../shared/session/use-me.ts'
import { MemoriesSection } from '../memories/memories-section.tsx'
import { ConnectedAppsSection } from './connected-apps-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { MembersSection } from './members-section.tsx'
import { NotificationToggle } from './notification-toggle.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { QuotasSection } from './quotas-section.tsx'
import { SandboxSection } from './sandbox-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function SandboxPage() {
  return (
    <AllowedPage title="Sandbox" needs="conversations.use">
      <Page narrow title="Sandbox">
        <SandboxSection />
      </Page>
    </AllowedPage>
  )
}

export function MembersPage() {
  return (
    <AllowedPage title="Members" needs="members.write" does="manages members">
      <Page narrow title="Members">
        <MembersSection />
      </Page>
    </AllowedPage>
  )
}

export function KeysPage() {
  return (
    <Page narrow title="Keys and sessions">
      <KeysSection />
      <ConnectedAppsSection />
      <PasskeysSection />
      <SessionsSection />
    </Page>
  )
}

export function UsagePage() {
  return (
    <Page narrow title="Usage">
      <QuotasSection />
    </Page>
  )
}

export function YouPage() {
  const usesConversations = useCan('conversations.use')
  return (
    <Page narrow title="You">
      <ThisBrowser />
      {usesConversations && <MemoriesSection />}
    </Page>
  )
}

function ThisBrowser() {
  const shortcuts = useShortcutsOn()
  const { version, member } = useMe()
  const reads = useCan('skills.read')
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
        {reads && <NotificationToggle personId={member.id} />}
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
