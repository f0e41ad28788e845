import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileText, Import, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { api } from './api.ts'
import { may } from './may.ts'
import { navigationFor } from './navigation.ts'
import { useMe } from './use-me.ts'

const item =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover'
const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-ink-3'

/** Cmd/Ctrl-K: go anywhere, find a skill, begin a conversation. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['skills', 'palette', query],
    queryFn: () => api.skills.list({ q: query, limit: 6 }),
    enabled: query !== '' && may(me, 'skills.read'),
    placeholderData: (previous) => previous,
  })
  const wanted = text.trim().toLowerCase()
  const fits = (label: string) => label.toLowerCase().includes(wanted)
  function go(to: () => Promise<void>): void {
    onClose()
    void to()
  }
  const writes = may(me, 'skills.write')
  const actions = [
    {
      label: 'New conversation',
      icon: <Plus size={15} />,
      run: () => navigate({ to: '/chat' }),
      on: true,
    },
    {
      label: 'New skill',
      icon: <Plus size={15} />,
      run: () => navigate({ to: '/skills/new' }),
      on: writes,
    },
    {
      label: 'Import skills',
      icon: <Import size={15} />,
      run: () => navigate({ to: '/skills/import' }),
      on: writes,
    },
    {
      label: 'Recently deleted skills',
      icon: <Trash2 size={15} />,
      run: () => navigate({ to: '/skills/deleted' }),
      on: writes,
    },
  ].filter((action) => action.on && fits(action.label))
  const goals = navigationFor(me).filter(({ label }) => fits(label))
  const skills = query === '' ? [] : (data?.items ?? [])
  return (
    <Frame onClose={onClose}>
      <Command shouldFilter={false} label="Search or jump to" loop>
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder="Search skills or jump to…"
          className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
        />
        <Command.List className="max-h-[min(60vh,26rem)] overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-6 text-center text-ink-3">
            {isFetching && (!data || isPlaceholderData)
              ? 'Searching…'
              : 'Nothing fits. Try other words.'}
          </Command.Empty>
          {skills.length > 0 && (
            <Command.Group heading="Skills" className={group}>
              {skills.map((skill) => (
                <Command.Item
                  key={skill.id}
                  value={skill.id}
                  className={item}
                  onSelect={() =>
                    go(() => navigate({ to: '/skills/$id', params: { id: skill.id } }))
                  }
                >
                  <FileText size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
                  <span className="truncate">{skill.name}</span>
                  {skill.slug !== skill.name && (
                    <span className="ml-auto truncate font-mono text-2xs text-ink-3">
                      {skill.slug}
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {goals.length > 0 && (
            <Command.Group heading="Go to" className={group}>
              {goals.map(({ to, label, icon: Icon }) => (
                <Command.Item
                  key={to}
                  value={to}
                  className={item}
                  onSelect={() => go(() => navigate({ to }))}
                >
                  <Icon size={15} aria-hidden="true" /> {label}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {actions.length > 0 && (
            <Command.Group heading="Do" className={group}>
              {actions.map(({ label, icon, run }) => (
                <Command.Item key={label} value={label} className={item} onSelect={() => go(run)}>
                  {icon} {label}
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Frame>
  )
}

function Frame({
  onClose,
  children,
}: {
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="popup fade-in fixed left-1/2 top-[14vh] z-50 w-[min(92vw,36rem)] -translate-x-1/2 overflow-hidden">
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
