// Before programs for pages: there is no node, wherever they run, and bundlers look for none; those that
// ask for no environment have one, too.
var require, process, ENV = {};
