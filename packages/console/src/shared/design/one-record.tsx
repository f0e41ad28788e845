import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { problemOf } from '../api/problem.ts'
import { buttonClass } from './button.tsx'
import { Empty, Failed, Loading } from './states.tsx'

interface OneRecordProps<Body> {
  readonly query: UseQueryResult<Body>
  /** What it is, as it stands within a sentence: `agent`. */
  readonly what: string
  readonly icon: ReactNode
  /** How it may have gone. */
  readonly gone: string
  /** Where all of its kind are. */
  readonly all: '/agents' | '/triggers'
  readonly children: (body: Body) => ReactNode
}

/** What an id in the address names, or why it is not shown. */
export function OneRecord<Body>({ query, what, icon, gone, all, children }: OneRecordProps<Body>) {
  if (query.isPending) return <Loading label={`Loading the ${what}`} />
  const isGone = query.isError && problemOf(query.error).status === 404
  // Reading it again may fail; what is written here stays.
  if (query.data && !isGone) return children(query.data)
  if (!isGone) return <Failed what={`The ${what} could not be read`} error={query.error} />
  return (
    <Empty
      icon={icon}
      title={`There is no such ${what}`}
      action={
        <Link to={all} className={buttonClass('primary')}>
          {`All ${what}s`}
        </Link>
      }
    >
      It was {gone}, or the address is wrong.
    </Empty>
  )
}
