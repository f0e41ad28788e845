import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../shared/api/problem.ts'
import { onReachableAgain } from '../shared/api/reachability.ts'
import { Failed } from '../shared/design/states.tsx'

/** Instead of a page that could not be shown; for want of a server it is loaded anew once there is one. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  useEffect(() => {
    if (!isUnreachable(error)) return
    return onReachableAgain(() => location.reload())
  }, [error])
  return <Failed what="This page could not be shown" error={error} onRetry={reset} />
}
