import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Globe, Import, ListChecks, PackageSearch, Plus, Trash2 } from 'lucide-react'
import { useDeferredValue } from 'react'
import { focusAtEnd } from '../shared/browser/focus-at-end.ts'
import { setFirstStepsShown, useFirstStepsShown } from '../shared/browser/preferences.ts'
import { classNames } from '../shared/design/class-names.ts'
import { may } from '../shared/session/may.ts'
import { useMe } from '../shared/session/use-me.ts'
import { namedPagesFor } from './navigation.ts'
import { type PaletteEntry, PaletteGroup } from './palette-group.tsx'
import { paletteHint, paletteStyles } from './palette-styles.ts'
import { usePaletteFinds } from './use-palette-finds.tsx'

export interface PaletteFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** The field of the palette, and what fits what is written in it. */
export function PaletteField({ text, onText, onClose }: PaletteFieldProps) {
  const me = useMe()
  const navigate = useNavigate()
  const query = useDeferredValue(text.trim())
  // The field takes keys at once; the many entries below it are drawn in the frame behind it.
  const listed = useDeferredValue(true, false)
  const found = usePaletteFinds(query)
  const wanted = text.trim().toLowerCase()
  const fits = (label: string) => label.toLowerCase().includes(wanted)
  function choose({ run }: PaletteEntry): void {
    onClose()
    void run()
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
  ]
    .filter((action) => action.on && fits(action.label))
    .map((action) => ({ key: action.label, ...action }))
  const pages = namedPagesFor(me)
    .filter(({ label, words }) => fits(`${label} ${words}`))
    .map(({ to, label, icon: Icon }) => ({
      key: to,
      label,
      icon: <Icon size={15} />,
      run: () => navigate({ to }),
    }))
  // What only contains the word stands behind what is called by it: "browse" is no browser's session.
  const named = pages.filter(({ label }) => fits(label))
  const related = pages.filter(({ label }) => !fits(label))
  return (
    <Command shouldFilter={false} label="Search or jump to" loop>
      <Command.Input
        ref={focusAtEnd}
        value={text}
        onValueChange={onText}
        placeholder={paletteHint}
        className={paletteStyles}
      />
      <Command.List
        className={classNames(
          'max-h-[min(60vh,26rem)] overflow-y-auto p-1.5',
          !listed && 'min-h-[min(60vh,26rem)]',
        )}
      >
        {listed && (
          <>
            <Command.Empty className="px-3 py-6 text-center text-ink-3">
              {found.searching ? 'Searching…' : 'Nothing fits. Try other words.'}
            </Command.Empty>
            <PaletteGroup heading="Go to" entries={named} onChoose={choose} />
            <PaletteGroup heading="Do" entries={actions} onChoose={choose} />
            <PaletteGroup heading="Related pages" entries={related} onChoose={choose} />
            <PaletteGroup heading="Conversations" entries={found.conversations} onChoose={choose} />
            <PaletteGroup heading="Agents" entries={found.agents} onChoose={choose} />
            <PaletteGroup heading="Skills" entries={found.skills} onChoose={choose} />
          </>
        )}
      </Command.List>
    </Command>
  )
}
