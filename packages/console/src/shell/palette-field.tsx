import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { FileText, Globe, Import, ListChecks, PackageSearch, Plus, Trash2 } from 'lucide-react'
import { useDeferredValue } from 'react'
import { api } from './api.ts'
import { may } from './may.ts'
import { namedPagesFor } from './navigation.ts'
import { paletteHint, paletteLook } from './palette-look.ts'
import { setFirstStepsShown, useFirstStepsShown } from './preferences.ts'
import { useMe } from './use-me.ts'

const item =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover'
const group =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3'

interface PaletteFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
  /** For the field: the focus, with the cursor behind what is written. */
  readonly focus: (field: HTMLInputElement | null) => void
}

/** The field of the palette, and what fits what is written in it. */
export function PaletteField({ text, onText, onClose, focus }: PaletteFieldProps) {
  const me = useMe()
  const navigate = useNavigate()
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
      label: 'Browse what the sources offer',
      icon: <PackageSearch size={15} />,
      run: () => navigate({ to: '/sources/browse' }),
      on: may(me, 'skills.read'),
    },
    {
      label: 'Search a registry for skills',
      icon: <Globe size={15} />,
      run: () => navigate({ to: '/sources/registry' }),
      on: may(me, 'skills.read'),
    },
    {
      label: 'Recently deleted skills',
      icon: <Trash2 size={15} />,
      run: () => navigate({ to: '/skills/deleted' }),
      on: writes,
    },
    {
      label: 'Show first steps',
      icon: <ListChecks size={15} />,
      run: () => {
        setFirstStepsShown(true)
        return navigate({ to: '/chat' })
      },
      on: !useFirstStepsShown(),
    },
  ].filter((action) => action.on && fits(action.label))
  const goals = namedPagesFor(me).filter(({ label, words }) => fits(`${label} ${words}`))
  const skills = query === '' ? [] : (data?.items ?? [])
  return (
    <Command shouldFilter={false} label="Search or jump to" loop>
      <Command.Input
        ref={focus}
        value={text}
        onValueChange={onText}
        placeholder={paletteHint}
        className={paletteLook}
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
                onSelect={() => go(() => navigate({ to: '/skills/$id', params: { id: skill.id } }))}
              >
                <FileText size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
                <span className="truncate">{skill.name}</span>
                {skill.slug !== skill.name && (
                  <span className="ml-auto truncate font-mono text-xs text-ink-3">
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
  )
}
