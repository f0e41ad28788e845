import { Link } from '@tanstack/react-router'
import { BookOpen, LogOut, Search } from 'lucide-react'
import { Badge } from '../design/badge.tsx'
import { IconButton } from '../design/button.tsx'
import { Key } from '../design/keys.tsx'
import { Mark } from '../design/mark.tsx'
import { InboxCount } from '../inbox/inbox-count.tsx'
import { navigationFor } from './navigation.ts'
import { commandKey } from './shortcuts.ts'
import { signOut } from './sign-out.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useMe } from './use-me.ts'

export function Sidebar({ onPalette }: { readonly onPalette: () => void }) {
  const me = useMe()
  return (
    <aside className="hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-sidebar p-3 md:flex">
      <div className="flex items-center gap-2.5 px-2 pb-4 pt-1.5">
        <Mark size={22} />
        <div className="min-w-0">
          <p className="font-semibold leading-tight tracking-tight">Repertoire</p>
          <p className="truncate text-2xs text-ink-3" title={me.organisation.name}>
            {me.organisation.name}
          </p>
        </div>
      </div>
      <button
        type="button"
        onClick={onPalette}
        className="mb-3 flex h-8 items-center gap-2 rounded-[7px] border border-line bg-surface px-2 text-ink-3 hover:text-ink"
      >
        <Search size={14} aria-hidden="true" />
        <span className="flex-1 truncate text-left text-xs">Search or go to…</span>
        <Key>{`${commandKey} K`}</Key>
      </button>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        {navigationFor(me).map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className="flex h-8 items-center gap-2.5 rounded-[7px] px-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            <Icon size={16} aria-hidden="true" className="shrink-0" />
            <span className="flex-1">{label}</span>
            {to === '/inbox' && <InboxCount />}
          </Link>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-3 px-2 pb-1">
        <a
          href="/docs"
          target="_blank"
          rel="noreferrer"
          className="flex items-center gap-2 text-xs text-ink-2 hover:text-ink"
        >
          <BookOpen size={14} aria-hidden="true" /> Help
          <span className="sr-only">(opens the documentation in a new tab)</span>
        </a>
        <ModelLabel />
        <div className="flex items-center justify-between gap-2 border-t border-line pt-3">
          <div className="min-w-0">
            <p className="truncate text-xs font-medium" title={me.member.name}>
              {me.member.name}
            </p>
            {me.member.role !== me.member.name.toLowerCase() && (
              <p className="text-2xs capitalize text-ink-3">{me.member.role}</p>
            )}
          </div>
          <IconButton label="Sign out" onClick={() => void signOut()}>
            <LogOut size={15} />
          </IconButton>
        </div>
        <ThemeSwitch />
      </div>
    </aside>
  )
}

function ModelLabel() {
  const { model } = useMe()
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="text-2xs text-ink-3">Model</p>
      {model.demo ? (
        <Badge tone="warn" title={`${model.label}: answers are scripted, no model is connected`}>
          Demo model (offline)
        </Badge>
      ) : (
        <p className="w-full truncate text-xs" title={model.label}>
          {model.label}
        </p>
      )}
    </div>
  )
}
