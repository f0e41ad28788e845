export { type OpenIndexStorage, openIndexStorage } from './blobs/open-index-storage.ts'
export { databaseFile, openStore, type StoreOptions } from './open-store.ts'
