import type { UserId } from '../base/ids.ts'

/**
 * A viewer who is no member, and so sees the skills of the organisation alone: neither private ones, nor those that
 * somebody's own skill of the same name stands before.
 */
export const anonymousViewer = '' as UserId
