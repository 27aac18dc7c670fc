import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRoles } from '../../src/pki/roles.js';

describe('roles', () => {
  it('sorts them, once each, and names the unknown', () => {
    const { roles, unknown } = parseRoles([' os:reader', 'os:admin', '', 'os:reader', 'root']);
    assert.deepEqual(roles, ['os:admin', 'os:reader', 'root']);
    assert.deepEqual(unknown, ['root']);
  });
});
