import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failed } from '../design/states.tsx'
import { isUnreachable } from './problem.ts'
import { onReachableAgain } from './reachability.ts'

/** Instead of a page that could not be shown; for want of a server it is loaded anew once there is one. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    if (!isUnreachable(error)) return
    return onReachableAgain(() => location.reload())
  }, [error])
  return <Failed what="This page could not be shown" error={error} onRetry={reset} />
}
