import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { Check, Keyboard, LogOut, UserRound } from 'lucide-react'
import { setTheme, type Theme, useTheme } from '../shared/browser/preferences.ts'
import { menuItem } from '../shared/design/open-menu.tsx'
import { themeChoices } from '../shared/design/theme-choices.ts'
import { signOut } from '../shared/session/sign-out.ts'
import { useMe } from '../shared/session/use-me.ts'
import { PersonButton } from './person-button.tsx'

const heading = 'px-2 pb-1 pt-2 text-xs font-medium text-ink-3'
const divider = 'my-1 border-t border-line'

/** What is theirs: the theme of this browser, their account, the way out. Opens as it appears. */
export function PersonMenuItems({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { member, model } = useMe()
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={<PersonButton />} />
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={4} className="z-50">
          <Menu.Popup className="popup fade-in w-[13rem] p-1 text-sm">
            <div className="px-2 pb-1 pt-1.5">
              <p className="truncate font-medium">{member.name}</p>
              <p className="text-xs capitalize text-ink-3">{member.role}</p>
              <p className="truncate text-xs text-ink-3" title={model.label}>
                Model: {model.label}
              </p>
            </div>
            <div className={divider} />
            <ThemeItems />
            <div className={divider} />
            <Menu.Item render={<Link to="/settings/keys" />} className={`h-8 ${menuItem}`}>
              <UserRound size={15} aria-hidden="true" /> Account and sessions
            </Menu.Item>
            <Menu.Item onClick={onShortcuts} className={`h-8 ${menuItem}`}>
              <Keyboard size={15} aria-hidden="true" /> Keyboard shortcuts
            </Menu.Item>
            <Menu.Item onClick={() => void signOut()} className={`h-8 ${menuItem}`}>
              <LogOut size={15} aria-hidden="true" /> Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function ThemeItems() {
  const theme = useTheme()
  return (
    <Menu.Group>
      <Menu.GroupLabel className={heading}>Theme</Menu.GroupLabel>
      <Menu.RadioGroup value={theme} onValueChange={(next: Theme) => setTheme(next)}>
        {themeChoices.map(({ theme: value, label, icon: Icon }) => (
          <Menu.RadioItem key={value} value={value} className={`h-8 ${menuItem}`}>
            <Icon size={15} aria-hidden="true" />
            <span className="flex-1">{label}</span>
            <Menu.RadioItemIndicator>
              <Check size={15} className="text-accent" aria-hidden="true" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  )
}
