import { defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { completeNamespaces } from './shared/complete-resources.js';

export const command = defineCommand({
  words: 'get',
  use: 'get <type> [<id>]',
  aliases: ['g'],
  summary: 'Show resources of the nodes; "talosctl get rd" lists their types',
  description:
    'Shows the resources of a type, or the one with the given id. A type is named in full ' +
    '(members.cluster.talos.dev) or by one of its short names (members, member).\n\n' +
    '"talosctl get rd" lists all types that a node has, with their short names.',
  examples:
    '  talosctl get members\n' +
    '  talosctl get links eth0 -o yaml\n' +
    "  talosctl get addresses -o jsonpath='{.spec.address}'\n" +
    '  talosctl get services --watch\n' +
    '  talosctl get disks --insecure --nodes 192.0.2.10',
  connection: 'flags',
  args: rangeArguments(1, 2),
  flags: {
    namespace: flag.string("namespace of the resources (default: the type's own)"),
    output: flag.string('output format (table, yaml, json, jsonpath=<template>)', { short: 'o', default: 'table' }),
    watch: flag.bool('go on showing changes', { short: 'w' }),
    insecure: flag.bool('ask a node in maintenance mode: encrypted, but nobody proves who they are', { short: 'i' }),
  },
  completeArgs: async (ctx, request) => {
    const { completeResourceIds, completeResourceTypes } = await import('./shared/get/complete.js');
    return request.args.length === 0 ? completeResourceTypes(ctx, request) : completeResourceIds(ctx, request);
  },
  completeFlags: {
    namespace: completeNamespaces,
    output: () => Promise.resolve(['table', 'yaml', 'json', 'jsonpath='].map((value) => ({ value }))),
  },
  resolve: ([type = '', id], { values }) => ({ type, id, ...values }),
  async run(ctx, options) {
    const { runGet } = await import('./shared/get/run.js');
    await runGet(ctx, options);
  },
});
