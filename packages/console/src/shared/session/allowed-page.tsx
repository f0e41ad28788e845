import type { ReactNode } from 'react'
import { Notice } from '../design/notice.tsx'
import { Page } from '../design/page.tsx'
import { type AllowedAction, may, missingOfKey } from './may.ts'
import { useMe } from './use-me.ts'

interface AllowedPageProps {
  readonly title: string
  readonly needs: AllowedAction
  /** Completes "Only an owner or admin …"; absent where members may do it too. */
  readonly does?: string
  readonly children: ReactNode
}

/** A page for those who may use it; everybody else reads who can, and asks the server for nothing. */
export function AllowedPage({ title, needs, does, children }: AllowedPageProps) {
  const me = useMe()
  if (may(me, needs)) return children
  const missing = does === undefined ? needs : missingOfKey(me, needs)
  return (
    <Page narrow title={title}>
      {missing ? (
        <Notice title={`Your key does not have the permission ${missing}`}>
          Ask an owner or admin for one that has it.
        </Notice>
      ) : (
        <Notice title={`Only an owner or admin ${does}`}>Ask one of them.</Notice>
      )}
    </Page>
  )
}
