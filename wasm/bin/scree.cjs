#!/usr/bin/env node
require('../dist/scree-cli.cjs');
