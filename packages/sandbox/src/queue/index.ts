export { ConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts'
