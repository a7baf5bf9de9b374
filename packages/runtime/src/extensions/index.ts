/** Extensions: filters and actions in the services that run them (contract.md#hooks). */
export { type ExtensionOptions, extensionHooks } from './extension-hooks.ts'
export { type AddHook, type HookFailure, type HookFunction, type Hooks, hookSystem } from './hooks.ts'
export { loadExtensions } from './load.ts'
