/** The starter holds the other end; it closes when that process ends, however it does. */
export const guardDescriptor = 4

/**
 * Wraps a `sh -c` line so that it dies with its starter: a detached shell outside of the sandbox waits for the
 * descriptor to close and kills the process group.
 */
export function guardedLine(line: string): string {
  return `( ( read -r gone <&${guardDescriptor}; kill -9 0 ) </dev/null >/dev/null 2>&1 3>&- & )
exec ${guardDescriptor}<&-
exec ${line}`
}
