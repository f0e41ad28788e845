import { renderAnnotations } from '@repertoire/skill-md/text'
import { useLocation } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { preload } from '../../shared/api/preload.ts'
import { useDocumentTitle } from '../../shared/browser/document-title.ts'
import { IconButton } from '../../shared/design/button.tsx'
import { loadDialogs, Sheet } from '../../shared/design/dialog.tsx'
import { prefetchHandlers } from '../../shared/design/lazy-component.tsx'
import { loadMarkdown } from '../../shared/design/markdown.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ConversationList } from './conversation-list.tsx'

interface ChatLayoutProps {
  readonly title: string
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** The list of conversations beside one of them; on a narrow page the list is a drawer. */
export function ChatLayout({ title, side, children }: ChatLayoutProps) {
  useDocumentTitle(title)
  useEffect(() => preload(loadMarkdown), [])
  return (
    <div className="flex h-full">
      <div className="hidden w-[252px] shrink-0 border-r border-line lg:block">
        <ConversationList />
      </div>
      <section className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3 sm:px-8">
          <Drawer />
          <h1 className="min-w-0 flex-1 truncate text-base" title={renderAnnotations(title)}>
            <MarkedText text={title} />
          </h1>
          {side}
        </header>
        {children}
      </section>
    </div>
  )
}

function Drawer() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <IconButton
        label="Conversations"
        aria-haspopup="dialog"
        aria-expanded={open}
        {...prefetchHandlers(loadDialogs)}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      >
        <PanelLeft size={17} />
      </IconButton>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        label="Conversations"
        className="inset-y-0 left-0 w-72 max-w-[85vw] border-r border-line bg-raised shadow-high"
      >
        <ConversationList />
      </Sheet>
    </>
  )
}
