export { databaseFile, openStore, type StoreOptions } from './open-store.ts'
